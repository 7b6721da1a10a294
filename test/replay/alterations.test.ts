import { createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { isThorough } from '../support/thorough'
import { shopSession } from './shop-session'
import { type Entry, written } from './whole-recording'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Change = (answer: Answer) => Answer

const header =
  (name: string, change: (text: string) => string | undefined): Change =>
  (answer) => {
    const { [name]: text, ...rest } = answer.headers
    const changed = text === undefined ? undefined : change(text)
    return { ...answer, headers: { ...rest, ...(changed !== undefined && { [name]: changed }) } }
  }
const renamed =
  (from: RegExp, to: string): Change =>
  (answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, text]) => [name.replace(from, to), text]),
    ),
  })
const status =
  (from: number, to: number): Change =>
  (answer) => ({ ...answer, status: answer.status === from ? to : answer.status })
const text =
  (from: string | RegExp, to: string): Change =>
  (answer) => ({ ...answer, body: answer.body.replace(from, to) })
const json =
  (change: (body: Json) => unknown): Change =>
  (answer) => {
    const body = answer.body === '' ? undefined : (JSON.parse(answer.body) as Json)
    const changed = body && change(structuredClone(body))
    return changed === undefined ? answer : { ...answer, body: JSON.stringify(changed) }
  }
const list = (change: (items: Json[], body: Json) => unknown): Change =>
  json((body) =>
    Array.isArray(body.items) && 'count' in body ? change(body.items as Json[], body) : undefined,
  )
const invoice = (change: (body: Json) => void): Change =>
  json((body) => {
    if (!('amount_due' in body)) return undefined
    change(body)
    return body
  })
const set = (name: string, value: unknown): Change =>
  invoice((body) => {
    body[name] = value
  })
const stamps =
  (change: (at: string) => string): Change =>
  ({ body, ...answer }) => ({
    ...answer,
    body: body.replace(
      /("timestamp":")([^"]+)(","|"})/g,
      (_, before: string, at: string, after: string) => before + change(at) + after,
    ),
  })
const line = (name: string, value: unknown): Change =>
  invoice((body) => {
    for (const one of body.items as Json[])
      if (value === undefined) delete one[name]
      else one[name] = value
  })

// alteration, change, where the report names it, what it speaks against
const ALTERATIONS: [string, Change, RegExp, against?: string][] = [
  ['the limit is another', header('x-ratelimit-limit', () => '7'), /x-ratelimit-limit/, 'ratelimit-headers'],
  [
    'the reset counts seconds',
    header('x-ratelimit-reset', () => '10'),
    /x-ratelimit-reset/,
    'ratelimit-headers',
  ],
  [
    'the reset is a date',
    header('x-ratelimit-reset', () => 'Thu, 15 Jan 2026 09:00:10 GMT'),
    /x-ratelimit-reset/,
    'ratelimit-headers',
  ],
  ['no reset', header('x-ratelimit-reset', () => undefined), /x-ratelimit-reset/, 'ratelimit-headers'],
  [
    'the remaining is no number',
    header('x-ratelimit-remaining', () => 'many'),
    /x-ratelimit-remaining/,
    'ratelimit-headers',
  ],
  [
    'the remaining has decimals',
    header('x-ratelimit-remaining', (n) => `${n}.0`),
    /x-ratelimit-remaining/,
    'ratelimit-headers',
  ],
  [
    'no remaining',
    header('x-ratelimit-remaining', () => undefined),
    /x-ratelimit-remaining/,
    'ratelimit-headers',
  ],
  ['no limit', header('x-ratelimit-limit', () => undefined), /x-ratelimit-limit/, 'ratelimit-headers'],
  [
    'neither limit nor reset',
    renamed(/^x-ratelimit-(?=limit|reset)/, 'ratelimit-'),
    /x-ratelimit/,
    'ratelimit-headers',
  ],
  ['limits without X', renamed(/^x-ratelimit-/, 'ratelimit-'), /x-ratelimit/, 'ratelimit-headers'],
  ['limits with a dash more', renamed(/^x-ratelimit-/, 'x-rate-limit-'), /x-ratelimit/, 'ratelimit-headers'],
  [
    'the wait is a date',
    header('retry-after', () => 'Thu, 15 Jan 2026 09:00:10 GMT'),
    /retry-after/,
    'ratelimit-retry-after',
  ],
  ['no wait', header('retry-after', () => undefined), /retry-after/, 'ratelimit-retry-after'],
  ['the wait is longer', header('retry-after', () => '60'), /retry-after/, 'ratelimit-retry-after'],
  ['another media type', header('content-type', () => 'text/html'), /content-type/],
  [
    'the wait has another name',
    renamed(/^retry-after/, 'x-retry-after'),
    /retry-after/,
    'ratelimit-retry-after',
  ],
  ['200 is 202', status(200, 202), /status/, 'create-status'],
  ['200 is 206', status(200, 206), /status/, 'create-status'],
  ['201 is 202', status(201, 202), /status/, 'create-status'],
  ['422 is 400', status(422, 400), /status/, 'no-lines'],
  ['404 is 410', status(404, 410), /status/],
  ['429 is 420', status(429, 420), /status/],
  ['400 is 415', status(400, 415), /status/, 'malformed-body'],
  ['another text', text('matching query does not exist', 'was not found'), /errors/],
  ['another text of a line', text('At least one line item is required', 'Add a line'), /errors/, 'no-lines'],
  ['errors have another name', text('"errors":', '"problems":'), /errors|problems/, 'no-lines'],
  ['errors stand under another member', text('"__all__":', '"detail":'), /errors/, 'malformed-body'],
  ['no success', text('"success":false,', ''), /success|errors/, 'no-lines'],
  ['amounts with one decimal', text(/"(\d+\.\d)\d"/g, '"$1"'), /amount|rate/, 'amount-rendering'],
  ['amounts with a comma', text(/"(\d+)\.(\d\d)"/g, '"$1,$2"'), /amount|rate/, 'amount-rendering'],
  ['amounts are numbers', text(/"(\d+\.\d\d)"/g, '$1'), /amount|rate/, 'amount-rendering'],
  ['instants with an offset', text(/(\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z/g, '$1$2+00:00'), /timestamp/],
  ['instants without T', text(/(-\d\d)T(\d\d:\d\d:\d\d[.\d]*)Z/g, '$1 $2Z'), /timestamp/],
  ['instants in microseconds', text(/(\d\dT\d\d:\d\d:\d\d\.\d+)Z/g, '$1000Z'), /timestamp/],
  [
    'stamps of records with an offset',
    stamps((at) => at.replace('Z', '+00:00')),
    /created_by\.timestamp/,
    'instants',
  ],
  [
    'stamps of records without a zone',
    stamps((at) => at.replace('Z', '')),
    /created_by\.timestamp/,
    'instants',
  ],
  ['stamps of records that are words', stamps(() => 'yesterday'), /created_by\.timestamp/, 'instants'],
  [
    'stamps of records in seconds',
    stamps((at) => String(Date.parse(at))),
    /created_by\.timestamp/,
    'instants',
  ],
  ['dates with slashes', text(/"date":"(\d+)-(\d+)-(\d+)"/g, '"date":"$1/$2/$3"'), /date/],
  ['nulls are left out', text(/,"\w+":null/g, ''), /\w/, 'approval-values'],
  ['nulls are empty texts', text(/:null/g, ':""'), /\w/, 'approval-values'],
  ['a member more', set('colour', 'red'), /colour/],
  ['a member less', invoice((body) => delete body.amount_due), /amount_due/],
  ['a member with another name', text(/"amount_due":/g, '"open_amount":'), /amount_due|open_amount/],
  ['another memo', set('memo', 'something else'), /memo/],
  ['another status of records', set('record_status', 'open'), /record_status/],
  ['another amount', set('amount', '1.00'), /amount/, 'rounding'],
  ['a line less', invoice((body) => (body.items as Json[]).pop()), /items/],
  ['lines of another rate', line('rate', '1.00'), /rate/],
  ['lines without a rate', line('rate', undefined), /rate/],
  ['transaction_ids is a number', set('transaction_ids', 7), /transaction_ids/],
  ['the count of lists is another', list((_, body) => ({ ...body, count: 999 })), /count/, 'list-body'],
  ['the count is a text', list((_, body) => ({ ...body, count: String(body.count) })), /count/, 'list-body'],
  [
    'lists have another member',
    text(/"items":\[(.*)\],"count"/, '"results":[$1],"count"'),
    /body|items|results/,
    'list-body',
  ],
  ['lists have one member more', list((_, body) => ({ ...body, next: null })), /next/, 'list-body'],
  [
    'lists lack their last record',
    list((items, body) => ({ ...body, items: items.slice(0, -1) })),
    /items|count/,
    'list-body',
  ],
  ['lists are in another order', list((items, body) => ({ ...body, items: items.reverse() })), /items/],
  ['lines are in another order', invoice((body) => (body.items as Json[]).reverse()), /items/],
]

const TWO_LINES = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [1, 2].map((item_id) => ({ item_id, quantity: '1', rate: '2.50', position: item_id })),
}

/** Those by which something was accused, or confirmed, falsely. */
const KEPT = [
  'limits without X',
  'neither limit nor reset',
  'nulls are empty texts',
  'another text of a line',
  'lists have one member more',
]
const chosen = ALTERATIONS.filter(([name], at) => isThorough || at % 24 === 3 || KEPT.includes(name))

test.each(chosen)(
  '%s: named, and nobody is accused',
  { timeout: 240_000 },
  async (alteration, change, place, against) => {
    const simulator = await shopSession({ seed: 'the service' })
    const send = clientOf(simulator)
    for (let n = 0; n < 13; n += 1) await send('GET', '/public/v1/companies/')
    await send('POST', '/public/v1/invoices/', TWO_LINES)
    const { traffic } = simulator
    const entries: Entry[] = [...traffic].map(({ at, request, response }) => ({
      at,
      request,
      response: response && change(response),
    }))
    expect(JSON.stringify(entries.map(({ response }) => response))).not.toBe(
      JSON.stringify([...traffic].map(({ response }) => response)),
    )
    const form = ALTERATIONS.findIndex(([name]) => name === alteration) % 2 === 0 ? 'HAR' : 'JSONL'
    const { differences, contradicted, undecided, confirmed, silent } = await replay(written(entries, form))
    expect(differences.map(({ where }) => where).join(' ')).toMatch(place)
    // No switch brings about any of these.
    expect([...contradicted, ...undecided]).toEqual([])
    if (against !== undefined) expect(silent).toContain(against)
    expect(confirmed).not.toContain(against)
  },
)

test('successes beyond the bucket that their headers tell of contradict it', {
  timeout: 240_000,
}, async () => {
  const service = createSimulator({ seed: 'the service' })
  const send = clientOf(service)
  await Promise.all(Array.from({ length: 18 }, () => send('GET', '/public/v1/companies/')))
  const { status = 0, body = '' } = service.traffic[0]?.response ?? {}
  const granted = [...service.traffic].map(({ at, request, response }): Entry => {
    const { 'retry-after': _, ...headers } = response?.headers ?? {}
    return { at, request, response: { status, headers, body } }
  })
  const { differences, contradicted, undecided, ...report } = await replay(granted)
  const beyond = differences.filter(({ where }) => where === 'rate limit')
  expect(beyond).toHaveLength(5)
  expect(beyond.at(-1)).toMatchObject({
    exchange: 17,
    kind: 'count',
    recorded: '18 successes within 0 s',
    simulated: 'a bucket of 10, and 1 more each second',
    section: '9.1',
  })
  expect({ contradicted, undecided, alike: report.alike }).toEqual({
    contradicted: [],
    undecided: [],
    alike: 13,
  })
  // Without their keys, requests of several keys look like those of one.
  const keyless = granted.map(({ request, ...rest }) => ({ ...rest, request: { ...request, headers: {} } }))
  expect((await replay(keyless)).differences).toEqual([])
})

// what stands still, change
test.each<[string, Change]>([
  ['the remaining never falls', header('x-ratelimit-remaining', () => '9')],
  ['the reset never moves', header('x-ratelimit-reset', () => '1772438500')],
])('%s: the headers are not confirmed', { timeout: 240_000 }, async (_, change) => {
  const simulator = await shopSession({ seed: 'the service' })
  const send = clientOf(simulator)
  for (let n = 0; n < 13; n += 1) await send('GET', '/public/v1/companies/')
  const altered = (by: Change): Entry[] =>
    [...simulator.traffic].map(({ at, request, response }) => ({
      at,
      request,
      response: response && by(response),
    }))
  const whole = await replay(altered((answer) => answer))
  expect(whole.confirmed).toContain('ratelimit-headers')
  const { confirmed, silent } = await replay(altered(change))
  expect(confirmed).not.toContain('ratelimit-headers')
  expect(silent).toContain('ratelimit-headers')
})
