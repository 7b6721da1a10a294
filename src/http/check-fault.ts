import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { DurationError } from '../kernel/duration-error'
import { OptionError } from '../option-error'
import { isBodiless } from './bodiless'
import type { FaultEffect, FaultOptions } from './fault-options'
import { isFaultPattern } from './fault-pattern'

const KINDS = ['status', 'networkError', 'loseResponse', 'delay', 'truncateBody', 'malformedJson'] as const
const OPTIONS = ['on', 'skip', 'times', 'probability', 'during', 'then']

/**
 * Throws an OptionError for what `faults.inject` cannot do, so that a fault with a slip in it never sits
 * unfired.
 */
export function checkFault(options: FaultOptions, now: number): void {
  demand(
    typeof options === 'object' && options !== null,
    'then',
    'a fault is an object such as { then: { status: 503 } }',
  )
  for (const name of Object.keys(options)) {
    demand(OPTIONS.includes(name), name, `a fault has no option ${name}; it has ${OPTIONS.join(', ')}`)
  }
  const { on, skip, times, probability, during } = options
  demand(
    on === undefined || typeof on === 'function' || (typeof on === 'string' && isFaultPattern(on)),
    'on',
    'on is `METHOD /path/`, with {} for one segment and a final * for any remainder, or a function',
  )
  demand(skip === undefined || isCount(skip), 'skip', 'skip is a whole number, 0 or more')
  demand(
    times === undefined || times === Number.POSITIVE_INFINITY || (isCount(times) && times > 0),
    'times',
    'times is a whole number above 0, or Infinity',
  )
  demand(
    probability === undefined || (typeof probability === 'number' && probability > 0 && probability <= 1),
    'probability',
    'probability is above 0 and at most 1',
  )
  if (during !== undefined) checkDuration('during', during, now)
  checkEffect(options.then, now)
}

function checkEffect(then: FaultEffect, now: number): void {
  demand(typeof then === 'object' && then !== null, 'then', 'then is an object such as { status: 503 }')
  const kinds = KINDS.filter((kind) => kind in then)
  const stray = Object.keys(then).find((name) => !isPartOf(name, kinds))
  demand(kinds.length === 1, 'then', `then has exactly one of ${KINDS.join(', ')}`)
  demand(stray === undefined, `then.${stray}`, `then.${stray} means nothing beside ${kinds[0]}`)
  if ('status' in then) checkStatus(then)
  else if ('delay' in then) checkDuration('then.delay', then.delay, now)
  else if ('truncateBody' in then) {
    demand(
      isCount(then.truncateBody),
      'then.truncateBody',
      'then.truncateBody is a number of characters, 0 or more',
    )
  } else {
    const [kind] = kinds
    demand(Object.values(then)[0] === true, `then.${kind}`, `then.${kind} is true`)
  }
}

const isPartOf = (name: string, kinds: readonly string[]): boolean =>
  kinds.includes(name) || (kinds.includes('status') && ['headers', 'body', 'retryAfter'].includes(name))

function checkStatus(then: Extract<FaultEffect, { status: number }>): void {
  const { status, headers, body, retryAfter } = then
  demand(
    Number.isInteger(status) && status >= 200 && status <= 599,
    'then.status',
    'then.status is a whole number from 200 to 599',
  )
  demand(
    retryAfter === undefined || isCount(retryAfter),
    'then.retryAfter',
    'then.retryAfter is a whole number of seconds, 0 or more',
  )
  demand(
    headers === undefined || areHeaders(headers),
    'then.headers',
    'then.headers is an object of header texts',
  )
  demand(body === undefined || isJson(body), 'then.body', 'then.body is a text or what JSON can say')
  demand(
    body === undefined || !isBodiless(status),
    'then.body',
    `a response with status ${status} has no body`,
  )
}

function checkDuration(option: string, input: DurationInput, now: number): void {
  try {
    const until = addDuration(now, parseDuration(input))
    demand(until > now, option, `${option} is longer than nothing`)
  } catch (error) {
    if (error instanceof DurationError) throw new OptionError(option, `${option}: ${error.message}`)
    throw error
  }
}

function areHeaders(headers: unknown): boolean {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  if (!Object.values(headers).every((value) => typeof value === 'string')) return false
  try {
    new Headers(headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

function isJson(body: unknown): boolean {
  try {
    return JSON.stringify(body) !== undefined
  } catch {
    return false
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function demand(condition: boolean, option: string, message: string): asserts condition {
  if (!condition) throw new OptionError(option, message)
}
