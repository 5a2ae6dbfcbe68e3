// log/slog without times.
package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"
)

type user struct {
	id   int
	name string
}

func (u user) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("id", u.id), slog.String("name", u.name))
}

func noTime(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey && len(groups) == 0 {
		return slog.Attr{}
	}
	return a
}

func main() {
	opts := &slog.HandlerOptions{ReplaceAttr: noTime, Level: slog.LevelDebug}
	for _, h := range []slog.Handler{slog.NewTextHandler(os.Stdout, opts), slog.NewJSONHandler(os.Stdout, opts)} {
		l := slog.New(h)
		l.Info("hello", "n", 1, "s", "two words", "b", true, "f", 1.5, "d", time.Second, "err", errors.New("bad"), "nil", nil)
		l.Debug("user", "u", user{1, "x"}, slog.Group("g", "a", 1, "b", []int{1, 2}))
		l.With("ctx", "v").WithGroup("grp").Warn("grouped", "k", "v=\"q\"")
		l.Error("missing value", []any{"key"}...)
		l.Log(context.Background(), slog.LevelError+2, "custom", slog.Any("map", map[string]int{"a": 1}))
		l.LogAttrs(context.Background(), slog.LevelInfo, "attrs", slog.Uint64("u", 7), slog.Time("t", time.Unix(0, 0).UTC()))
	}
	var lv slog.LevelVar
	l := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: &lv, ReplaceAttr: noTime}))
	l.Debug("hidden")
	lv.Set(slog.LevelDebug)
	l.Debug("shown", "level", lv.Level())
	println(l.Enabled(context.Background(), slog.LevelInfo))
}
