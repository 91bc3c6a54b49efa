// How names and numbers are written.

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

// A name on one line: what would break the layout is shown as an escape, as Cutpoint prints it.
function printable(label) {
  if (label === "") return '""'; // an empty name would not be seen
  const text = typeof label === "boolean" ? (label ? "True" : "False") : String(label);
  return text.replace(UNPRINTABLE, (character) => {
    const short = { "\n": "\\n", "\t": "\\t", "\r": "\\r" }[character];
    const code = character.codePointAt(0);
    return (
      short ||
      (code < 256
        ? `\\x${code.toString(16).padStart(2, "0")}`
        : `\\u${code.toString(16).padStart(4, "0")}`)
    );
  });
}

// A name between marks that keep its reading direction to itself.
function isolated(label) {
  return `\u2068${printable(label)}\u2069`;
}

// A value or cut point with as many digits as tell it apart; a date, if its attribute is one.
function figure(value, attribute) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const calendar = calendarOf(attribute);
  if (calendar) return moment(calendar, value);
  const text = String(Number(value.toPrecision(10)));
  return text.startsWith("-") ? `−${text.slice(1)}` : text;
}

// A difference of values: fewer digits, a sign.
function difference(value, attribute) {
  const calendar = calendarOf(attribute);
  if (calendar) return `${value < 0 ? "−" : "+"}${duration(calendar, value)}`;
  const text = String(Number(Math.abs(value).toPrecision(4)));
  return `${value < 0 ? "−" : "+"}${text}`;
}

const oneDigit = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

// A weight of cases: whole, or with one digit.
function amount(weight) {
  const rounded = Math.abs(weight - Math.round(weight)) < 1e-6 ? Math.round(weight) : weight;
  return oneDigit.format(rounded);
}

function plural(count, word) {
  return `${amount(count)} ${word}${Math.abs(count - 1) < 1e-6 ? "" : "s"}`;
}

function leavesText(count) {
  return `${amount(count)} ${count === 1 ? "leaf" : "leaves"}`;
}

function percent(share) {
  if (share > 0 && share < 0.001) return "<0.1%";
  if (share < 1 && share > 0.999) return ">99.9%";
  return `${Number((100 * share).toFixed(1))}%`;
}

// ---- measuring -----------------------------------------------------------------------------------

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
const pencil = document.createElement("canvas").getContext("2d");
const widths = new Map();

function textWidth(text, size, weight = 400) {
  const key = `${weight} ${size} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    pencil.font = `${weight} ${size}px ${FONT}`;
    width = pencil.measureText(text).width;
    if (widths.size > 20000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

// The text, shortened at its end to a width.
function shortened(text, space, size, weight = 400) {
  if (textWidth(text, size, weight) <= space) return text;
  const characters = Array.from(text.slice(0, 400)); // code points: half an emoji is none
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const cut = `${characters.slice(0, middle).join("").trimEnd()}…`;
    if (textWidth(cut, size, weight) <= space) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${characters.slice(0, low).join("").trimEnd()}…`;
}
