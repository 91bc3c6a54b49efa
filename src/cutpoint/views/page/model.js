// The model that is embedded in the page.

const modelText = byId("model").textContent;
const model = JSON.parse(modelText);
