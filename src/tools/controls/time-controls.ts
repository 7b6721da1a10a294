import { anything, text } from '../../errors/reader'
import type { DurationInput } from '../../kernel/duration'
import type { Control } from './control'
import { RUN_UNTIL } from './run-until'

export const TIME_CONTROLS: readonly Control[] = [
  {
    method: 'GET',
    path: '/clock',
    does: 'the time, and what is scheduled',
    run: ({ simulator: { clock } }) => ({
      now: clock.now,
      kind: clock.kind,
      next: clock.next() ?? null,
      pending: clock.pending(),
    }),
  },
  {
    method: 'POST',
    path: '/clock/advance',
    does: 'moves time on by a duration and runs what is due on the way',
    takes: { duration: anything },
    run: ({ simulator, body }) => simulator.clock.advance(body.duration as DurationInput),
  },
  {
    method: 'POST',
    path: '/clock/advance-to',
    does: 'the same up to an instant',
    takes: { instant: text },
    run: ({ simulator, body }) => simulator.clock.advanceTo(body.instant as string),
  },
  RUN_UNTIL,
  {
    method: 'POST',
    path: '/clock/next',
    does: 'moves time to the next thing due and runs it',
    takes: {},
    run({ simulator: { clock } }) {
      const { now } = clock
      const due = clock.next()?.due
      return clock.advanceTo(due !== undefined && due > now ? due : now)
    },
  },
]
