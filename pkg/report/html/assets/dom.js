// dom: elements. Texts become text nodes; nothing here reads markup.

// h is an element. What is null or false among attributes and children is left
// out; on... listens; a text is made visible.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? "" : visible(String(value)));
    }
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") {
      continue;
    }
    element.append(child instanceof Node ? child : shown(child));
  }
}

// s is an element of SVG; its texts are our own.
function s(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null));
  return element;
}

// replace gives an element other children.
function replace(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

// foreign is a short text of others within a line of ours, whichever way it is
// written.
function foreign(text, attributes) {
  return h("bdi", attributes, text);
}

// copier is a button that copies what text gives when it is pressed.
function copier(text, name) {
  const button = h("button", { type: "button", class: "copy", "aria-label": name }, name === "copy the link" ? "copy link" : "copy");
  const word = button.textContent;
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      done = copyBySelection(text());
    }
    button.textContent = done ? "copied" : "not copied";
    announce(done ? "copied" : "the browser did not let the text be copied");
    setTimeout(() => { button.textContent = word; }, 1500);
  });
  return button;
}

// copyBySelection is for browsers that keep the clipboard from files.
function copyBySelection(text) {
  const area = h("textarea", { class: "aside", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

// announce says something to who does not see the screen.
function announce(text) {
  const place = document.getElementById("said");
  if (place) {
    place.textContent = text;
  }
}
