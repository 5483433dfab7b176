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
      message.found = searchable([message.id, message.agent, message.name, message.word, message.reason, message.asked, message.place, ...(message.tags || [])].filter(Boolean).join("\n"));
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

// ours are the members of a case that hold our own words, which nobody said.
const ours = new Set(["status", "stopped", "input_as", "output_as", "actual_as", "case", "parting", "again"]);

// aString is a string in JSON.
const aString = /"(?:[^"\\]|\\.)*"/g;

// spelt is the text of a string in JSON.
function spelt(string) {
  try {
    return JSON.parse(string);
  } catch {
    return string;
  }
}

// textsOf is what was said in a case and found out about it, to be searched.
function textsOf(n) {
  const details = store.blocks[n] ? JSON.parse(store.blocks[n].textContent) : store.read.get(n) || {}, texts = [];
  const gather = (value, name) => {
    if (typeof value === "string") {
      texts.push(value);
      if (name === "json" && value.includes("\\")) { // as it is written, and as it reads
        texts.push(value.replace(aString, spelt));
      }
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) {
        if (name === "metadata") {
          texts.push(key);
        }
        if (Array.isArray(value) || name === "metadata" || !ours.has(key)) {
          gather(inner, key);
        }
      }
    }
  };
  gather([details.lines, details.trials]);
  return searchable(texts.join("\n"));
}

// byKey is the row of a case, by agent and id, or by an id that one agent has.
function byKey(agent, id) {
  const found = store.rows.filter((row) => row && row.id === id && (agent === null || row.agent === agent));
  return found.length === 1 || agent !== null ? found[0] : undefined;
}
