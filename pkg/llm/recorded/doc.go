// Package recorded stands between a model and a cassette: it keeps each answer
// of a model, or gives back what was kept in the model's place. It stands
// outside of retries, so that what is kept is the answer and not what it took
// to get it, and inside of prices, which are worked out anew.
//
// It refuses to keep the bytes of attachments, which a request names by their
// facts, and to replay an answer that was cut where that is not allowed.
package recorded
