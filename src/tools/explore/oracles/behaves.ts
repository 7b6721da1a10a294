import { honouredRetryAfter } from '../../matchers/honoured-retry-after'
import { usedIdempotencyKeys } from '../../matchers/used-idempotency-keys'
import type { Verdict } from '../../matchers/verdict'
import type { End } from '../experiment'
import { readEnd } from './records-of'

const complaintsOf = ({ pass, message }: Verdict): string[] => (pass ? [] : [message()])

/** Every write had an Idempotency-Key, shared with its retries and with no other write. */
export const usesIdempotencyKeys = (end: End<unknown>): string[] =>
  complaintsOf(usedIdempotencyKeys(readEnd(end, 'usesIdempotencyKeys').simulator))

/** Nothing was sent before the time in a Retry-After was over. */
export const honoursRetryAfter = (end: End<unknown>): string[] =>
  complaintsOf(honouredRetryAfter(readEnd(end, 'honoursRetryAfter').simulator))

/** Nothing was sent while `run` was not running. For programs without a receiver and without work in the background. */
export function quietAfterTheEnd(end: End<unknown>): string[] {
  const { simulator, runs } = readEnd(end, 'quietAfterTheEnd')
  return simulator.traffic
    .filter(({ at }) => !runs.some(({ from, to }) => from <= at && at <= to))
    .map(({ at, request }) => `${request.method} ${request.url} was sent at ${at}, after run had ended`)
}
