// Package rwr has read locks taken twice with a writer waiting in between.
package rwr
