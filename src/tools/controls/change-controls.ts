import { OptionError } from '../../errors/option-error'
import { hostTime } from '../../host-time/host-time'
import { internalsOf } from '../../simulator/internals-of'
import { ask, type Control, type ControlCall, get, queryNumber } from './control'

/** Seconds of real time that a call waits for a change, by default. */
const WAIT = 25
const WAIT_AT_MOST = 60

export const CHANGE_CONTROLS: readonly Control[] = [
  ask(
    '/changes',
    'waits for a change after the revision ?after=, for at most ?wait= seconds; returns revision and areas',
    ['after', 'wait'],
    nextChange,
  ),
  get('/organizations', 'the names of the organisations', ({ simulator }) => simulator.organizations()),
]

interface Seen {
  readonly revision: number
  readonly areas: readonly string[]
}

async function nextChange({ session, simulator, query, signal }: ControlCall): Promise<Seen> {
  const { changes } = internalsOf(simulator)
  const seconds = queryNumber(query, 'wait') ?? WAIT
  const most = session.isHosted ? WAIT : WAIT_AT_MOST
  if (seconds > most) throw new OptionError('wait', `wait is at most ${most} seconds`)
  const after = queryNumber(query, 'after')
  const known = after ?? changes.revision
  // A revision from the future belongs to an earlier simulator, so every area counts as changed.
  const base = known > changes.revision ? 0 : known
  const seen = (): Seen => ({ revision: changes.revision, areas: [...changes.since(base)] })
  if (after === undefined || known !== changes.revision) return seen()
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stop()
      cancel()
      resolve()
    }
    const stop = changes.subscribe(end)
    const cancel = hostTime.after(seconds * 1000, end)
    signal.addEventListener('abort', end, { once: true })
  })
  return seen()
}
