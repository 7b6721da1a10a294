import type { RecordQuery } from '../../api/record-set'
import { OptionError } from '../../errors/option-error'
import { number, text, unchecked, whole } from '../../errors/reader'
import type { DurationInput } from '../../kernel/duration'
import { type Control, type ControlCall, get, local, post } from './control'
import { recordSetNamed } from './record-controls'
import { takeSnapshot } from './world-controls'

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
    { duration: unchecked },
    ({ simulator, body }) => simulator.clock.advance(body.duration as DurationInput),
  ),
  post('/clock/advance-to', 'the same up to an instant', { instant: text }, ({ simulator, body }) =>
    simulator.clock.advanceTo(body.instant as string),
  ),
  post(
    '/clock/run-until',
    'runs timer after timer until at least so many (atLeast, 1 unless given) records that fit the query are ' +
      'there, or so many webhook attempts (attempts) were made',
    { records: text, query: unchecked, atLeast: number, attempts: number },
    (call) => call.simulator.clock.runUntil(conditionOf(call)),
  ),
  post('/clock/next', 'moves time to the next thing due and runs it', {}, ({ simulator: { clock } }) => {
    const { now } = clock
    const due = clock.next()?.due
    return clock.advanceTo(due !== undefined && due > now ? due : now)
  }),
]

function conditionOf({ face, body }: ControlCall): () => boolean {
  const { records, query, atLeast = 1, attempts } = body
  if ((records === undefined) === (attempts === undefined))
    throw new OptionError('condition', 'the condition has either records or attempts')
  if (attempts !== undefined)
    return labelled(
      `at least ${attempts} webhook attempts`,
      () => face.webhooks.attempts.length >= Number(attempts),
    )
  const set = recordSetNamed(face, String(records))
  const asked = query === undefined ? '' : ` with ${JSON.stringify(query)}`
  return labelled(
    `at least ${atLeast} ${records}${asked}`,
    () => set.count(query as RecordQuery | undefined) >= Number(atLeast),
  )
}

/** Gives the condition a text for error messages, because its code would mean nothing to an HTTP client. */
const labelled = (text: string, condition: () => boolean): (() => boolean) =>
  Object.assign(condition, { toString: () => `"${text}"` })

/** Goes back to before an entry of the timeline, even if nobody took a snapshot there. */
export const MOMENT_CONTROLS: readonly Control[] = [
  get(
    '/moments',
    'the states that are kept between changes, oldest first',
    ({ session }) => session.moments.all,
  ),
  post(
    '/moments',
    'keeps the state now, and from here on those between the latest changes; returns the number of the state',
    {},
    ({ session }) => session.moments.mark(),
  ),
  post(
    '/moments/restore',
    'goes back to the latest kept state before the entry before of the timeline, or to the state of that number; ' +
      'the state now stays as a snapshot',
    { before: number, state: number },
    ({ session, body: { before, state } }) => {
      const { moments, snapshots } = session
      if (before !== undefined && state !== undefined)
        throw new OptionError('before', 'give either before or state')
      const moment =
        state === undefined
          ? moments.before(whole(1)(before, 'before'))
          : moments.numbered(whole(1)(state, 'state'))
      const name = state === undefined ? `going back to #${before}` : `undoing, after #${moment.after}`
      const left = takeSnapshot(session, `Before ${name}`)
      try {
        return { ...moments.goTo(moment), left }
      } catch (error) {
        snapshots.delete(left.id)
        throw error
      }
    },
  ),
].map(local)
