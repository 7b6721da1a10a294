import { anything, text } from '../../errors/reader'
import type { DurationInput } from '../../kernel/duration'
import { type Control, get, post } from './control'
import { RUN_UNTIL } from './run-until'

export const TIME_CONTROLS: readonly Control[] = [
  get('/clock', 'the time, and what is scheduled', ({ simulator: { clock } }) => ({
    now: clock.now,
    kind: clock.kind,
    next: clock.next() ?? null,
    pending: clock.pending(),
  })),
  post(
    '/clock/advance',
    'moves time on by a duration and runs what is due on the way',
    { duration: anything },
    ({ simulator, body }) => simulator.clock.advance(body.duration as DurationInput),
  ),
  post('/clock/advance-to', 'the same up to an instant', { instant: text }, ({ simulator, body }) =>
    simulator.clock.advanceTo(body.instant as string),
  ),
  RUN_UNTIL,
  post('/clock/next', 'moves time to the next thing due and runs it', {}, ({ simulator: { clock } }) => {
    const { now } = clock
    const due = clock.next()?.due
    return clock.advanceTo(due !== undefined && due > now ? due : now)
  }),
]
