// json: JSON laid out from its own text. It is never read as values, so that no
// digit is lost.

// nothing is a value that is null or not there, which a report does not tell
// apart.
const nothing = "(null, or nothing)";

// textOf is a value as people read it: a text as it is, anything else as
// indented JSON.
function textOf(value) {
  if (value === null || value === undefined) {
    return nothing;
  }
  return typeof value === "string" ? value : indented(value.json, false);
}

// isText tells that a value is a text.
function isText(value) {
  return typeof value === "string";
}

// laidOut is the longest JSON that is indented.
const laidOut = 200000;

// indented lays JSON out, a member a line; sorted by the names of members where
// their order says nothing.
function indented(json, sorted) {
  if (json.length > laidOut) {
    return json;
  }
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) || [];
  let at = 0;
  const value = (margin) => {
    const open = tokens[at++];
    if (open !== "{" && open !== "[") {
      return open === undefined ? "" : open;
    }
    const close = open === "{" ? "}" : "]", inner = margin + "  ", items = [];
    while (at < tokens.length && tokens[at] !== close) {
      const name = open === "{" ? tokens[at++] + ": " : "";
      at += open === "{" ? 1 : 0; // the colon
      items.push([name, value(inner)]);
      at += tokens[at] === "," ? 1 : 0;
    }
    at++;
    if (sorted && open === "{") {
      items.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    }
    return items.length === 0 ? open + close : open + "\n" + items.map(([name, text]) => inner + name + text).join(",\n") + "\n" + margin + close;
  };
  return value("");
}

// kindOf names what a value is.
function kindOf(value) {
  return isText(value) ? "text" : { "{": "an object", "[": "a list", t: "true or false", f: "true or false", n: "null" }[value.json[0]] || "a number";
}

// sense is what a line of laid out JSON says, however its number and the
// characters of its strings are written, and whether a comma follows.
function sense(line) {
  return line.replace(/,$/, "").replace(aString, (string) => JSON.stringify(spelt(string))).replace(/(^\s*|": )(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/, (all, before, sign, whole, part = "", exponent = "0") => {
    const digits = (whole + part).replace(/^0+/, ""), shift = digits.length - digits.replace(/0+$/, "").length;
    return before + (digits === "" ? "0" : sign + digits.replace(/0+$/, "") + "e" + (Number(exponent) - part.length + shift));
  });
}
