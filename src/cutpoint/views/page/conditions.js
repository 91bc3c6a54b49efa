// What a search asks: conditions such as "x-bar > 5" or "outlook = sunny", and words.
//
// A rule satisfies a condition if it asks the attribute and holds for some case that satisfies it.

const OPERATORS = /^\s*(≤|≥|!=|≠|<|>|=)\s*/;

// The query as {conditions, words}.
function parseQuery(query) {
  const conditions = [];
  let rest = plain(query).replace(/>=/g, "≥");
  const names = attributes
    .map((attribute, position) => [plain(printable(attribute.name)), position])
    .sort((a, b) => b[0].length - a[0].length);
  for (const [name, position] of names) {
    let from = 0;
    for (;;) {
      const at = rest.indexOf(name, from);
      if (at < 0 || !name) break;
      const found = conditionAt(rest, at, name, position);
      if (found) {
        conditions.push(found.condition);
        rest = `${rest.slice(0, at)} ${rest.slice(found.end)}`;
      } else from = at + name.length;
    }
  }
  if (conditions.length) rest = rest.replace(/(^|\s)(and|,|;)(?=\s|$)/g, " ");
  return { conditions, words: wordsOf(rest) };
}

// The condition that begins with a name at a place of the query, and where it ends.
function conditionAt(text, at, name, attribute) {
  if (at > 0 && !/[\s(,;"]/.test(text[at - 1])) return null; // in the middle of a word
  const after = text.slice(at + name.length).replace(/^"/, "");
  const sign = OPERATORS.exec(after);
  if (!sign) return null;
  const value = after.slice(sign[0].length);
  const found = attributes[attribute].values
    ? nominalValue(value, attribute, sign[1])
    : numericValue(value, attribute, sign[1]);
  if (!found) return null;
  const end = text.length - value.length + found.length;
  return { condition: { attribute, ...found.part }, end };
}

function numericValue(text, attribute, sign) {
  const typed = /^[^\s,;]+(?:\s\d{1,2}:\d{2}(?::\d{2})?)?/.exec(text);
  const number = typed && readNumber(typed[0], attribute);
  if (number === null || Number.isNaN(number)) return null;
  const part = {
    low: sign === ">" || sign === "≥" || sign === "=" ? number : -Infinity,
    high: sign === "<" || sign === "≤" || sign === "=" ? number : Infinity,
    open: sign === "<", // the upper end is not meant
    closed: sign === "≥" || sign === "=", // the lower end is meant
  };
  return sign === "!=" || sign === "≠" ? null : { part, length: typed[0].length };
}

function nominalValue(text, attribute, sign) {
  if (!["=", "!=", "≠"].includes(sign)) return null;
  const quoted = text.startsWith('"') ? 1 : 0;
  const known = attributes[attribute].values
    .map((label, code) => [plain(printable(label)), code])
    .filter(([label]) => label && text.startsWith(label, quoted))
    .sort((a, b) => b[0].length - a[0].length)[0];
  if (!known) return null;
  return { part: { code: known[1], is: sign === "=" }, length: known[0].length + 2 * quoted };
}

// Whether a part of a rule, what it asks of one attribute, satisfies a condition.
function partSatisfies(part, condition) {
  if (part.attribute !== condition.attribute) return false;
  if (condition.code !== undefined)
    return part.codes
      ? part.codes.some((code) => (code === condition.code) === condition.is)
      : false;
  if (part.low === undefined) return false;
  // (part.low, part.high] and the condition's stretch have a number in common.
  const above = condition.closed ? part.high >= condition.low : part.high > condition.low;
  const under = condition.open ? part.low < condition.high : part.low < condition.high;
  return above && under;
}

// The text with the words that were looked for marked.
function marked(text, words) {
  const wanted = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return [text];
  const pieces = text.split(new RegExp(`(${wanted.join("|")})`, "giu"));
  return pieces.map((piece, i) => (i % 2 ? h("mark", {}, piece) : piece));
}
