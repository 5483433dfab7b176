// figure: figures in words, as pkg/report/figure writes them. What is unknown
// is said to be.

const unknown = "unknown";

function span(ms) {
  if (ms === null || ms === undefined) {
    return unknown;
  }
  if (ms > 0 && ms < 1) {
    return "<1 ms";
  }
  if (ms < 999.5) {
    return Math.round(Math.max(ms, 0)) + " ms";
  }
  if (ms < 9950) {
    return (ms / 1000).toFixed(1) + " s";
  }
  if (ms < 59500) {
    return Math.round(ms / 1000) + " s";
  }
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) {
    return Math.floor(seconds / 60) + "m " + String(seconds % 60).padStart(2, "0") + "s";
  }
  const minutes = Math.round(seconds / 60);
  return Math.floor(minutes / 60) + "h " + String(minutes % 60).padStart(2, "0") + "m";
}

function countOf(n) {
  if (n === null || n === undefined) {
    return unknown;
  }
  return n < 1000 ? String(n) : n < 999950 ? (n / 1e3).toFixed(1) + "k" : (n / 1e6).toFixed(2) + "M";
}

function dollars(usd) {
  if (usd === null || usd === undefined) {
    return unknown;
  }
  if (usd === 0) {
    return "$0";
  }
  return usd < 0.00005 ? "<$0.0001" : "$" + usd.toFixed(usd < 0.01 ? 4 : usd < 1 ? 3 : 2);
}

// percent is cut and not rounded: a rate must not seem to reach what it misses.
function percent(rate) {
  return rate === null || rate === undefined ? unknown : Math.floor(rate * 10 + 1e-6) / 10 + " %";
}

function bytes(n) {
  return n < 1024 ? n + " B" : n < 1 << 20 ? (n / 1024).toFixed(1) + " KB" : (n / (1 << 20)).toFixed(1) + " MB";
}

// ruler draws a rate between 0 and 100 with where it may lie and where the
// baseline's was.
function ruler(rate, within, base, label) {
  const x = (at) => (2 + at * 0.96).toFixed(2);
  return s("svg", { class: "ruler", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("path", { class: "track", d: "M2 6H98" }),
    within ? s("path", { class: "range", d: "M" + x(within[0]) + " 6H" + x(within[1]) }) : null,
    base !== undefined && base !== null ? s("path", { class: "base", d: "M" + x(base) + " 1V11" }) : null,
    s("path", { class: "at", d: "M" + x(rate) + " 2V10" }));
}

// sparkline draws rates of runs, oldest first.
function sparkline(rates, label) {
  const step = rates.length > 1 ? 96 / (rates.length - 1) : 0;
  const points = rates.map((rate, i) => (2 + i * step).toFixed(1) + " " + (18 - rate * 0.16).toFixed(1));
  return s("svg", { class: "spark", viewBox: "0 0 100 20", preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("path", { class: "track", d: "M2 18H98" }), s("path", { class: "trend", d: "M" + points.join("L") }));
}
