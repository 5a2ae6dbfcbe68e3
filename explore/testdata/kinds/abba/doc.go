// Package abba has locks taken in different orders.
package abba
