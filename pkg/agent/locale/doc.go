// Package locale holds an application's translations: the flattened messages
// of its locale files, and the fallbacks by which a key is looked up. It reads
// nodes, never files, and knows nothing of agents; app fills it at load, and
// the agent wing asks it when a trial opens.
package locale
