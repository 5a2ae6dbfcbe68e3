// Package syntax does not even parse.
package syntax

func Half( {
	return
}
