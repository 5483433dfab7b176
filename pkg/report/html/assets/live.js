// live: a page without messages of its own asks its feed for them. The address
// of the feed gives a stream of events (WHATWG HTML, server-sent events), each
// a message head or row; below it, at /N, stand the details of case N. A row
// that comes again is a newer state of its case.

function follow(feed, changed) {
  store.ask = async (n) => {
    const answer = await fetch(feed + "/" + n);
    if (!answer.ok) {
      throw new Error("the server answered " + answer.status);
    }
    return answer.json();
  };
  const events = new EventSource(feed);
  let due = false;
  events.onmessage = (event) => {
    take(JSON.parse(event.data));
    if (!due) {
      due = true;
      setTimeout(() => { due = false; changed(); }, 100);
    }
  };
}
