// Package history keeps what runs said of each case, in one file, and says of
// it whether a case stands, wavers or has stopped standing, and since when. It
// knows counts of trials only, never what was asked or answered, and decides
// nothing: gate does. It refuses a file it does not wholly understand.
package history
