import type { TrafficEntry } from '../../index'
import { isPlainObject } from '../../kernel/is-object'
import { isCreation } from '../../kernel/operation-text'
import { compare } from '../../kernel/partial-match'
import type { Mutant } from '../../service/mutants/mutant'
import { call } from '../../tools/coverage/shell-lines'
import { literal, pythonLiteral, quoted } from '../../tools/explore/plan/literal'
import { honouredRetryAfter } from '../../tools/matchers/honoured-retry-after'
import { hasNoDuplicates } from '../../tools/matchers/no-duplicates'
import { usedIdempotencyKeys } from '../../tools/matchers/used-idempotency-keys'
import { hearing, type Verdict } from '../../tools/matchers/verdict'
import type { ReceivedRequest } from './test-ends'

type Received = readonly ReceivedRequest[]

/** The words of a runner: `expect`, node:test with `assert`, pytest with the module of our example, or a shell. */
export type LineStyle = 'expect' | 'assert' | 'python' | 'shell'

/** A line for the end of a test, and what it would say there. */
export interface LineToTry {
  /** Tests that reach the simulator over HTTP only call its controls. Undefined if there is none for it. */
  text(style: LineStyle): string | undefined
  holds(received: Received): boolean
}

/** `expect(simulator).toHaveReceived(...)`, or the same in the words of a runner. */
function matcherLine(name: string, given: readonly unknown[], body: object): LineToTry['text'] {
  const values = given.map(literal)
  const texts: Readonly<Record<LineStyle, () => string>> = {
    expect: () => `expect(simulator).${name}(${values.join(', ')})`,
    assert: () => `assert.ok(matchers.${name}(${['simulator', ...values].join(', ')}).pass)`,
    python: () => `assert world.control("POST", "/matchers/${name}", ${pythonLiteral(body)})["pass"]`,
    shell: () => call(`matchers/${name}`, body),
  }
  return (style) => texts[style]()
}

export const receivedLine = (operation: string, body?: object): LineToTry => ({
  text: matcherLine('toHaveReceived', [operation, ...(body ? [body] : [])], {
    route: operation,
    ...(body && { body }),
  }),
  holds: (received) =>
    received.some(
      (one) => one.operation === operation && (!body || compare(body, one.json).differences.length === 0),
    ),
})

/** A matcher of all requests. Nobody is to be warned where it compares nothing. */
const ofTraffic = (name: string, judge: (traffic: readonly TrafficEntry[]) => Verdict): LineToTry => ({
  text: matcherLine(name, [], {}),
  holds: (received) =>
    hearing(
      () => undefined,
      () => judge(received.map(asTraffic)).pass,
    ),
})

const noDuplicates = ofTraffic('toHaveNoDuplicates', hasNoDuplicates)
const usedKeys = ofTraffic('toHaveUsedIdempotencyKeys', usedIdempotencyKeys)
const waits = ofTraffic('toHaveHonouredRetryAfter', honouredRetryAfter)

/** The first answer of the operation is lost. */
export function losingLine(on: string): LineToTry {
  const fault = { on, then: { loseResponse: true } }
  return {
    text(style) {
      if (style === 'shell') return call('faults', fault)
      const line =
        style === 'python'
          ? `world.inject(${pythonLiteral(fault)})`
          : `simulator.faults.inject(${literal(fault)})`
      return `${line} before the call`
    },
    holds: () => true,
  }
}

/** As the matcher reads it. */
const asTraffic = ({ at, method, url, headers, body, isHeard, answer }: ReceivedRequest): TrafficEntry => {
  const request = { method, url, headers, body }
  const response = isHeard ? { response: answer } : { response: null, unseen: answer ?? undefined }
  return { at, request, ...response } as unknown as TrafficEntry
}

/** Over HTTP no control tells the parameters of a request. */
const askedLine = (operation: string, parameter: string): LineToTry => ({
  text(style) {
    if (style === 'python' || style === 'shell') return undefined
    const asked =
      `simulator.received(${quoted(operation)}).some(({ request: { url } }) => ` +
      `url.includes(${quoted(parameter)}))`
    return style === 'assert' ? `assert.ok(${asked})` : `expect(${asked}).toBe(true)`
  },
  holds: (received) => received.some((one) => one.operation === operation && one.url.includes(parameter)),
})

/** Mutants that a member of one body shows. `unchanged-members-left-out` is about whichever it leaves out. */
export const isOfBody = ({ kind, member }: Mutant): boolean =>
  kind === 'unchanged-members-left-out' || (member !== '' && kind !== 'filter-left-out')

/** The parts of a body that a mutant can change, each as an object for `toHaveReceived`. */
export function bodyParts({ kind, member }: Mutant, json: unknown): object[] {
  if (!isPlainObject(json)) return []
  const body = json as Record<string, unknown>
  if (kind === 'unchanged-members-left-out')
    return Object.entries(body).map(([name, value]) => ({ [name]: value }))
  const part = partAt(body, member.split('.'))
  return part === undefined ? [] : [part as object]
}

/** `{ items: [{}, { rate: '2.00' }] }`: the first place that has the member. */
function partAt(value: unknown, [name, ...below]: readonly string[]): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) {
    const parts = value.map((one) => partAt(one, [name, ...below]))
    const first = parts.findIndex((part) => part !== undefined)
    return first < 0 ? undefined : [...Array.from({ length: first }, () => ({})), parts[first]]
  }
  if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined
  const part = partAt((value as Record<string, unknown>)[name], below)
  return part === undefined ? undefined : { [name]: part }
}

/** Two parts of one body as one: lists are joined by position. */
export function joinedParts(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer = one.length > other.length ? one : other
    return longer.map((_, at) => {
      if (at >= one.length) return other[at]
      return at >= other.length ? one[at] : joinedParts(one[at], other[at])
    })
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return other
  const joined: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other))
    joined[name] = Object.hasOwn(joined, name) ? joinedParts(joined[name], value) : value
  return joined
}

/** The lines that may find a mutant which is about no member of a body. */
export function linesFor({ kind, operation, member }: Mutant, received: Received): LineToTry[] {
  switch (kind) {
    case 'write-not-sent':
      return [receivedLine(operation)]
    case 'no-idempotency-key':
    case 'fresh-idempotency-key':
      // To repeat another write makes no second record.
      return isCreation(operation) ? [noDuplicates] : [usedKeys]
    case 'write-sent-twice':
      return [noDuplicates]
    case 'retry-after-ignored':
      return [waits]
    case 'filter-left-out':
      return parametersIn(received, operation, member).map((one) => askedLine(operation, one))
    case 'first-page-only':
      return parametersIn(received, operation, 'offset').map((one) => askedLine(operation, one))
    default:
      return []
  }
}

/** `search=A-1`, as it stands in the URLs of the requests. */
function parametersIn(received: Received, operation: string, name: string): string[] {
  const urls = received.flatMap((one) => (one.operation === operation ? [one.url] : []))
  const found = urls.flatMap((url) =>
    url
      .split(/[?&]/)
      .slice(1)
      .filter((part) => nameIn(part) === name),
  )
  return [...new Set(found)]
}

const nameIn = (part: string): string => new URLSearchParams(part).keys().next().value ?? ''
