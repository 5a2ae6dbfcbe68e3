// Package chanmisuse closes and sends in the wrong order, or too often.
package chanmisuse
