package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.Date(2024, time.February, 29, 23, 59, 58, 123456789, time.UTC)
	fmt.Println(t, t.Unix(), t.Weekday(), t.YearDay(), t.Format(time.RFC3339Nano), t.Format("Mon Jan _2 15:04:05.000 2006"))
	fmt.Println(t.Add(36*time.Hour), t.AddDate(1, 0, 0), t.Truncate(time.Hour), t.Round(time.Minute))
	y, w := t.ISOWeek()
	fmt.Println(y, w, t.IsZero(), time.Time{}.IsZero(), time.Time{})
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "Nowhere/Land"} {
		loc, err := time.LoadLocation(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(t.In(loc), t.In(loc).Add(150*24*time.Hour).Format(time.RFC1123Z))
	}
	p, err := time.Parse("2006-01-02 15:04 MST", "2023-07-04 09:30 UTC")
	fmt.Println(p, err)
	_, err = time.Parse(time.RFC3339, "2023-13-04T00:00:00Z")
	fmt.Println(err)
	d, err := time.ParseDuration("1h15m30.918273645s")
	fmt.Println(d, err, d.Hours(), d.Round(time.Second), d.Truncate(time.Minute), d.Milliseconds())
	_, err = time.ParseDuration("3 apples")
	fmt.Println(err)
	fmt.Println(t.Sub(p), p.Before(t), p.After(t), p.Equal(p.In(time.FixedZone("X", 3600))), t.Compare(p))
	b, _ := t.MarshalJSON()
	fmt.Println(string(b), time.March, time.Saturday)
	start := time.Now()
	time.Sleep(50 * time.Millisecond)
	if e := time.Since(start); e < 50*time.Millisecond || e > 10*time.Second {
		fmt.Println("slept", e)
	}
	select {
	case <-time.After(time.Millisecond):
		fmt.Println("after")
	}
	timer := time.NewTimer(time.Hour)
	fmt.Println(timer.Stop(), timer.Stop(), timer.Reset(time.Millisecond))
	<-timer.C
	tick := time.NewTicker(time.Millisecond)
	for range 3 {
		<-tick.C
	}
	tick.Stop()
	done := make(chan bool)
	time.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
	fmt.Println("done")
}
