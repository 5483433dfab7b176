// store: the messages of the report, from blocks of the page or from a feed.
// rows[n] is case n of the plan; details are read when somebody opens a case.

const store = {
  head: null,
  rows: [],
  blocks: [], // of details, by case
  ask: null, // gets the details of a case, of a page with a feed
  read: new Map(), // details that were read of late, by case
};

// take keeps a message, in the place of an older one.
function take(message) {
  switch (message.type) {
    case "head":
      store.head = message;
      break;
    case "row":
      store.rows[message.n] = message;
      message.found = [message.id, message.agent, message.name, message.word, message.reason, message.asked, message.place, ...(message.tags || [])]
        .filter(Boolean).join("\n").toLowerCase();
      store.read.delete(message.n);
      break;
    case "details":
      store.read.set(message.n, message);
      break;
  }
}

// readBlocks takes the messages that stand in the page.
function readBlocks() {
  store.blocks = [...document.querySelectorAll("script[data-is=details]")];
  for (const block of document.querySelectorAll("script[data-is=row], script[data-is=head]")) {
    take(JSON.parse(block.textContent));
  }
}

// detailsOf are a case with its trials.
async function detailsOf(n) {
  let details = store.read.get(n);
  if (!details) {
    details = store.blocks[n] ? JSON.parse(store.blocks[n].textContent) : await store.ask(n);
    const kept = 20;
    if (store.read.size >= kept) {
      store.read.delete(store.read.keys().next().value);
    }
    store.read.set(n, details);
  }
  return details;
}

// raw is a case as it stands in the page, to be searched.
function raw(n) {
  return store.blocks[n] ? store.blocks[n].textContent : JSON.stringify(store.read.get(n) || {});
}

// byKey is the row of a case, by agent and id, or by an id that one agent has.
function byKey(agent, id) {
  const found = store.rows.filter((row) => row && row.id === id && (agent === null || row.agent === agent));
  return found.length === 1 || agent !== null ? found[0] : undefined;
}
