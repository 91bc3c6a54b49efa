// Dates and times: numbers of days, or of seconds, since the start of 1970.

const DAY = 86400;
const MOMENT =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?\s*Z?$/;

function calendarOf(attribute) {
  return attribute === undefined ? undefined : attributes[attribute].calendar;
}

// The microseconds since 1970 of the last moment that is not after a number of seconds.
function microseconds(value) {
  let count = Math.floor(value * 1e6);
  while (count / 1e6 > value) count -= 1;
  while (count < Number.MAX_SAFE_INTEGER && (count + 1) / 1e6 <= value) count += 1;
  return count;
}

// The last date or time that is not after a number, as Cutpoint prints it.
function moment(calendar, value) {
  if (calendar === "date")
    return new Date(Math.floor(value) * DAY * 1000).toISOString().slice(0, 10);
  const count = microseconds(value);
  const whole = Math.floor(count / 1e6);
  const text = new Date(whole * 1000).toISOString();
  const part = String(count - whole * 1e6)
    .padStart(6, "0")
    .replace(/0+$/, "");
  let clock = text.slice(11, 19);
  if (part) clock += `.${part}`;
  else if (clock.endsWith(":00")) clock = clock.slice(0, 5);
  return `${text.slice(0, 10)} ${clock}${calendar === "datetime_utc" ? "Z" : ""}`;
}

// The number of a date or time as it is typed; NaN if it is none.
function readMoment(calendar, text) {
  const found = MOMENT.exec(text);
  if (!found) return NaN;
  const [year, month, day, hour, minute, second] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || hour > 23 || minute > 59 || second > 59) return NaN;
  const days = Math.floor(date.getTime() / (DAY * 1000));
  if (calendar === "date") return days;
  const whole = days * DAY + hour * 3600 + minute * 60 + second;
  return (whole * 1e6 + Number((found[7] ?? "").padEnd(6, "0"))) / 1e6;
}

// The last value that is not above a cut, or the first that is.
function atMost(attribute, cut) {
  const calendar = calendarOf(attribute);
  if (!calendar) return cut;
  return calendar === "date" ? Math.floor(cut) : microseconds(cut) / 1e6;
}

function firstAbove(attribute, cut) {
  const calendar = calendarOf(attribute);
  if (!calendar) return justAbove(rounded(cut));
  return calendar === "date" ? Math.floor(cut) + 1 : (microseconds(cut) + 1) / 1e6;
}

// A length of time, in words.
function duration(calendar, gap) {
  const seconds = Math.abs(gap) * (calendar === "date" ? DAY : 1);
  const units = [
    [DAY, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, name] = units.find(([unit]) => seconds >= unit) || units[3];
  const count = Number((seconds / size).toPrecision(4));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
