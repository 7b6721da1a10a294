import { demand } from '../errors/option-error'
import { endAfter, members, readable, whole } from '../errors/reader'
import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { parseInstant } from '../kernel/instant'
import type { ScenarioTime } from './scenario'

const readRepeat = members({ every: endAfter(0), times: whole(1, 10_000) })

/** Checks `at`, `repeat` and `when` of a step as far as that is possible without a clock. */
export function checkTime({ at, repeat, when }: Readonly<Record<string, unknown>>, path: string): void {
  if (at !== undefined && instantOf(at) === undefined)
    readable(
      `${path}.at`,
      () => parseDuration(at as DurationInput),
      ' or an instant such as 2026-02-01T00:00:00Z',
    )
  if (repeat !== undefined) readRepeat(repeat, `${path}.repeat`)
  for (const [name, given] of Object.entries({ at, repeat }))
    demand(
      when === undefined || given === undefined,
      `${path}.${name}`,
      'cannot be combined with when, which gives the time',
    )
}

/**
 * The times at which a step runs, in milliseconds since 1970, if the scenario starts now.
 * @throws OptionError for an instant in the past and for a time beyond the year 9999
 */
export function dueTimes({ at = { seconds: 0 }, repeat }: ScenarioTime, now: number, path: string): number[] {
  const first = instantOf(at) ?? later(now, at, `${path}.at`)
  demand(first >= now, `${path}.at`, 'lies in the past')
  const times = [first]
  while (repeat && times.length < repeat.times)
    times.push(later(times.at(-1) ?? first, repeat.every, `${path}.repeat`))
  return times
}

const instantOf = (at: unknown): number | undefined => (typeof at === 'string' ? parseInstant(at) : undefined)

const later = (from: number, duration: DurationInput, path: string): number =>
  readable(path, () => addDuration(from, parseDuration(duration)))
