import type { Entry } from './entries'

/** Headers that say what the client asks for; the others come from the host that sent them. */
const KEPT = ['content-type', 'idempotency-key']

/** A fault, as the controls tell it. */
export interface KnownFault {
  readonly id: number
  readonly then: object
}

/** A vitest test that does again what was selected. Other entries may be needed for the same statuses. */
export function testOf(entries: readonly Entry[], faults: readonly KnownFault[]): string {
  const requests = entries.filter(({ kind }) => kind === 'request')
  const start = entries[0]?.at ?? ''
  const lines: string[] = []
  let now = start
  let number = 0
  for (const entry of entries) {
    const until = entry.kind === 'clock' && typeof entry.to === 'string' ? entry.to : entry.at
    if (until > now) lines.push(`await simulator.clock.advanceTo(${quoted(until)})`)
    if (until > now) now = until
    if (entry.kind === 'request') number += 1
    if (entry.kind === 'request') lines.push(...faultLines(entry, faults))
    if (entry.kind === 'request')
      lines.push(...requestLines(entry, requests.length > 1 ? String(number) : ''))
    if (entry.kind === 'write' && entry.outcome === 'done') lines.push(writeLine(entry))
    if (entry.kind === 'delivery') lines.push('await simulator.webhooks.flush()')
  }
  return [
    "import { createSimulator } from 'accounting-simulator'",
    "import { expect, it } from 'vitest'",
    '',
    `it(${quoted(titleOf(requests))}, async () => {`,
    `  const simulator = createSimulator({ now: ${quoted(start)} })`,
    ...lines.map((line) => `  ${line}`),
    ...(requests.length === 0 ? ['  expect(simulator.books.check()).toEqual([])'] : []),
    '})',
    '',
  ].join('\n')
}

/** The fault that hit the request hits it again. */
function faultLines({ request, fault }: Entry, faults: readonly KnownFault[]): string[] {
  const known = faults.find(({ id }) => id === fault)
  if (!known || !request) return []
  const on = `${request.method} ${new URL(request.url).pathname}`
  return [`simulator.faults.inject({ on: ${quoted(on)}, then: ${JSON.stringify(known.then)} })`]
}

const writeLine = ({ call, arguments: given }: Entry): string =>
  `simulator.${call}(${(given as readonly unknown[]).map((one) => JSON.stringify(one)).join(', ')})`

function titleOf([first, ...others]: readonly Entry[]): string {
  if (!first?.request) return 'moves time'
  const path = new URL(first.request.url).pathname
  return `${first.request.method} ${path}${others.length === 0 ? '' : ` and ${others.length} more`}`
}

function requestLines({ request, response }: Entry, number: string): string[] {
  if (!request) return []
  const { pathname, search } = new URL(request.url)
  const kept = Object.entries(request.headers).filter(([name]) => KEPT.includes(name.toLowerCase()))
  const headers = [
    "'X-API-KEY': simulator.apiKey",
    ...kept.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ]
  const options = [
    `  method: ${quoted(request.method ?? 'GET')},`,
    `  headers: { ${headers.join(', ')} },`,
    ...(request.body ? [`  body: ${bodyText(request.body)},`] : []),
  ]
  const url = quoted(pathname + search)
  if (!response) return [`await expect(simulator.fetch(${url}, {`, ...options, '})).rejects.toThrow()']
  const name = `response${number}`
  return [
    `const ${name} = await simulator.fetch(${url}, {`,
    ...options,
    '})',
    `expect(${name}.status).toBe(${response.status})`,
  ]
}

/** JSON as an object, if it is written again as the same bytes. */
function bodyText(body: string): string {
  try {
    if (JSON.stringify(JSON.parse(body)) === body) return `JSON.stringify(${body})`
  } catch {
    // Sent as it was.
  }
  return quoted(body)
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
