// The address says what is looked at: #node=12, #case=training:17. It can be sent to a colleague.

function writeAddress() {
  const { table, row } = subject;
  const text =
    page.tab === "case" && subject.taken && table
      ? `#case=${table.name}:${rowName(table, row)}`
      : page.selected === root
        ? "#"
        : `#node=${page.selected.id}`;
  attempted(() => {
    if (location.hash !== text && (location.hash || text !== "#"))
      history.replaceState(null, "", text);
  });
}

// Go where the address says; what it does not know is passed over.
function readAddress() {
  const hash = attempted(() => location.hash) || "";
  const node = /^#node=(\d+)$/.exec(hash);
  const row = /^#case=(\w+):(\d+)$/.exec(hash);
  if (node && nodes[Number(node[1])]) {
    select(nodes[Number(node[1])], { into: true });
    setTab("node");
    openSheet();
  } else if (row) {
    const table = tables.find((one) => one.name === row[1]);
    if (!table) return;
    takeAndShow(table, rowNamed(table, Number(row[2])));
    openSheet();
  }
}
