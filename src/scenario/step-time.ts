import { OptionError } from '../errors/option-error'
import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { DurationError } from '../kernel/duration-error'
import { parseInstant } from '../kernel/instant'
import { checkShape, demand, demandForm, isObject } from './check-shape'
import type { ScenarioTime } from './scenario'

const MOST_REPETITIONS = 10_000

/** Checks `at` and `repeat` of a step as far as that is possible without a clock. */
export function checkTime(step: Readonly<Record<string, unknown>>, path: string): void {
  if (step.at !== undefined && instantOf(step.at) === undefined)
    readDuration(step.at, `${path}.at`, 'or an instant such as 2026-02-01T00:00:00Z')
  const { repeat } = step
  if (repeat === undefined) return
  demandForm(isObject(repeat), `${path}.repeat`, 'an object of every and times', repeat)
  checkShape(repeat, `${path}.repeat`, { every: checkEvery, times: checkTimes }, undefined)
}

function checkEvery(value: unknown, path: string): void {
  const { months, milliseconds } = readDuration(value, path)
  demand(months + milliseconds > 0, path, 'must be longer than zero')
}

function checkTimes(value: unknown, path: string): void {
  demandForm(
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MOST_REPETITIONS,
    path,
    `a whole number from 1 to ${MOST_REPETITIONS}`,
    value,
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
  readable(path, '', () => addDuration(from, parseDuration(duration)))

const readDuration = (value: unknown, path: string, orElse = ''): ReturnType<typeof parseDuration> =>
  readable(path, orElse, () => parseDuration(value as DurationInput))

function readable<T>(path: string, orElse: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
    throw new OptionError(path, `${path}: ${error.message}${orElse && ` ${orElse}`}`)
  }
}
