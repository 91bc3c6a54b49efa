// The cases that were embedded.

const tables = Object.entries(JSON.parse(byId("cases").textContent)).map(([name, given]) => ({
  name,
  count: given.count,
  of: given.of,
  rows: given.rows, // which rows of the file, if not all
  columns: Object.fromEntries(
    Object.entries(given.columns).map(([position, column]) => [
      position,
      Float64Array.from(column, (value) =>
        value === null || (attributes[position].values && value < 0) ? NaN : value,
      ),
    ]),
  ),
  others: given.others, // columns that the model does not ask for: name, values, codes
  leftOut: given.left_out, // how many more there are
  target: given.target,
  weights: given.weights,
}));
const training = tables.find((table) => table.name === "training") || null;

function weightOf(table, row) {
  return table.weights ? table.weights[row] : 1;
}

function rowName(table, row) {
  return (table.rows ? table.rows[row] : row) + 1;
}

// A cell of a column that the model does not ask for; null if it is missing.
function otherText(other, row) {
  const code = other.codes[row];
  return code < 0 ? null : other.values[code];
}
