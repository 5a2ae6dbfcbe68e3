package explore

import "github.com/mazurka-go/mazurka/por"

// regressions replays kept schedules. The code may have changed since: what can be
// followed of them is followed.
func (j *job) regressions() {
	for _, s := range j.kept {
		cfg := s.config()
		cfg.stop = j.outOfTime
		w, err := j.factory.world(cfg)
		if err != nil {
			j.fail(err.Error())
			return
		}
		var choices []por.Choice
		for _, n := range s.Choices {
			if one, bad := resolve(w, []NamedChoice{n}); bad < 0 {
				choices = append(choices, one...)
			}
		}
		r := newRunner(w, func() bool { return j.over(1) })
		r.limit = j.o.Limits.events()
		r.reset()
		if r.follow(choices) {
			j.note(w, r.choices, cfg, false)
		}
		w.close()
	}
}
