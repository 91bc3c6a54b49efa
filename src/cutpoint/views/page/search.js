// Searching in texts: upper and lower case, and how a minus or "at most" is written, do not matter.

function plain(text) {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2068\u2069]/g, "")
    .replace(/<=/g, "≤")
    .replace(/\s+/g, " ")
    .replace(/-(?=\d)/g, "−");
}

// The words of a query; words between quotes belong together.
function wordsOf(query) {
  const words = plain(query).match(/"[^"]+"|[^\s"]+/g) || [];
  return words.map((word) => word.replace(/"/g, ""));
}

function holdsAll(text, words) {
  const held = plain(text);
  return words.every((word) => held.includes(word));
}
