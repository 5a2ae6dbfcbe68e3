package explore_test

// stdDeviations are the test functions of the standard library that end in
// the machine otherwise than under go test, with the reason.
var stdDeviations = map[string]string{}
