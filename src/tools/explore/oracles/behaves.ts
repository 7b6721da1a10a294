import { honouredRetryAfter } from '../../matchers/honoured-retry-after'
import { usedIdempotencyKeys } from '../../matchers/used-idempotency-keys'
import type { Verdict } from '../../matchers/verdict'
import type { End } from '../experiment'

const complaintsOf = ({ pass, message }: Verdict): string[] => (pass ? [] : [message()])

/** Every write had an Idempotency-Key, shared with its retries and with no other write. */
export const usesIdempotencyKeys = ({ simulator }: End<unknown>): string[] =>
  complaintsOf(usedIdempotencyKeys(simulator))

/** Nothing was sent before the time in a Retry-After was over. */
export const honoursRetryAfter = ({ simulator }: End<unknown>): string[] =>
  complaintsOf(honouredRetryAfter(simulator))

/** Nothing was sent while `run` was not running. For programs without a receiver and without work in the background. */
export const quietAfterTheEnd = ({ simulator, runs }: End<unknown>): string[] =>
  simulator.traffic
    .filter(({ at }) => !runs.some(({ from, to }) => from <= at && at <= to))
    .map(({ at, request }) => `${request.method} ${request.url} was sent at ${at}, after run had ended`)
