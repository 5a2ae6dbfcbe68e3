// time.Time and time.Duration without a clock.
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

func main() {
	d := 90*time.Minute + 30*time.Second + 5*time.Millisecond
	fmt.Println(d, d.Hours(), d.Minutes(), d.Round(time.Minute), d.Truncate(time.Hour), time.Duration(0), time.Duration(1), -d)
	for _, s := range []string{"1h2m3s", "1.5h", "100ms", "-3us", "2h-", "", "5"} {
		v, err := time.ParseDuration(s)
		fmt.Println(v, err)
	}
	t := time.Date(2024, time.February, 29, 23, 59, 58, 123456789, time.UTC)
	fmt.Println(t, t.Weekday(), t.YearDay(), t.Unix(), t.UnixMilli(), t.Nanosecond())
	fmt.Println(t.Add(2*time.Second), t.AddDate(1, 0, 0).Format(time.DateOnly), t.Truncate(time.Hour).Format(time.Kitchen))
	for _, l := range []string{time.RFC3339, time.RFC3339Nano, time.RFC1123Z, time.ANSIC, "Jan _2 06 3:04PM .000", "Monday 002 15h"} {
		fmt.Println(t.Format(l))
	}
	for _, c := range [][2]string{{time.RFC3339, "2020-01-02T03:04:05+02:00"}, {time.DateTime, "2020-13-02 00:00:00"}, {"2006-01-02", "2021-06-15"}, {time.RFC3339, "garbage"}} {
		p, err := time.Parse(c[0], c[1])
		fmt.Println(p.UTC(), err)
	}
	z := time.FixedZone("X", -3*3600)
	u := t.In(z)
	fmt.Println(u, u.Equal(t), u == t, u.Location(), t.Compare(u))
	y, w := t.ISOWeek()
	fmt.Println(y, w, time.Time{}.IsZero(), time.Time{})
	fmt.Println(time.Unix(1700000000, 5).UTC(), time.UnixMilli(-1).UTC())
	fmt.Println(t.Sub(t.Add(-36*time.Hour)), t.Before(u.Add(1)), t.After(u))
	b, err := json.Marshal(map[string]any{"t": t, "d": d})
	fmt.Println(string(b), err)
	var back time.Time
	fmt.Println(json.Unmarshal([]byte(`"2024-02-29T23:59:58.123456789Z"`), &back), back.Equal(t))
	fmt.Printf("%v %d %s %q\n", time.Second, time.Second, time.March, time.Sunday)
	h, m, s := t.Clock()
	yy, mm, dd := t.Date()
	fmt.Println(h, m, s, yy, mm, dd, time.Date(2023, 14, 35, 25, 61, 0, 0, time.UTC))
}
