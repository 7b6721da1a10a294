import type { EntryJson } from './entries'

/** A request as it is sent again through the controls. */
export function repeatedRequest({ request }: EntryJson): object {
  const { method, url = '', headers = {}, body } = request ?? {}
  const { pathname, search } = new URL(url)
  return {
    method,
    path: pathname + search,
    headers: Object.fromEntries(headersOf(headers)),
    ...(body && { body }),
  }
}

const KEY = 'X-API-KEY'
/** Headers that say what the client asks for; the others come from the host that sent them. */
const KEPT = ['content-type', 'idempotency-key']

/** The headers of a request that is sent again. */
export const headersOf = (headers: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name.toLowerCase() === KEY.toLowerCase()) return [[KEY, value]]
    return KEPT.includes(name.toLowerCase()) ? [[name, value]] : []
  })

/** A fault, as the controls tell it. */
export interface KnownFault {
  readonly id: number
  readonly then: object
}

/** The facts about the simulator. */
export interface Setting {
  readonly faults: readonly KnownFault[]
  /** The key that the copied test has, too. */
  readonly apiKey: string
  /** The simulator's own organisation. */
  readonly organization: string
  readonly options: MadeWith
}

/** The options of a simulator, as the controls give them (docs/controls.md). */
export interface MadeWith {
  readonly now: string
  readonly world?: unknown
  readonly [option: string]: unknown
}

/** The name of the file beside a test whose world is a file. */
export const WORLD_FILE = 'accounting-world.json'

export interface Ending {
  readonly imports: readonly string[]
  /** Comments at its beginning. */
  readonly notes?: readonly string[]
  readonly lines: readonly string[]
}

/** A vitest test that does again what was selected. */
export function testOfEntries(
  all: readonly EntryJson[],
  selected: ReadonlySet<number>,
  setting: Setting,
  ending: Ending = { imports: [], lines: [] },
): string {
  const entries = repeatable(all, selected)
  const requests = entries.filter(({ kind }) => kind === 'request')
  const { imports, start, options } = beginningOf(setting.options, entries[0]?.at ?? '')
  return [
    "import { createSimulator } from 'accounting-simulator'",
    ...ending.imports,
    ...imports,
    "import { expect, it } from 'vitest'",
    '',
    `it(${textLiteral(testTitle(entries, requests))}, async () => {`,
    ...[
      ...(ending.notes ?? []),
      ...leftOut(all, selected),
      `const simulator = createSimulator({ ${options.join(', ')} })`,
      ...stepsOf(entries, start, setting),
      ...(requests.length === 0 ? ['expect(simulator.books.check()).toEqual([])'] : []),
      ...ending.lines,
    ].map((line) => `  ${line}`),
    entries.length > QUICK_AT_MOST ? `}, ${entries.length * MILLISECONDS_EACH})` : '})',
    '',
  ].join('\n')
}

/** A test of more entries gets more time than the five seconds of the runner. */
const QUICK_AT_MOST = 100
const MILLISECONDS_EACH = 100

/**
 * The entries of the selection that a test can do again: no refused calls, and nothing that the service did by itself.
 */
export const repeatable = (all: readonly EntryJson[], selected: ReadonlySet<number>): EntryJson[] =>
  all
    .filter(({ sequence }) => selected.has(sequence))
    .filter(
      ({ kind, outcome, cause }) =>
        kind === 'request' ||
        kind === 'clock' ||
        (kind === 'write' && outcome === 'done') ||
        (kind === 'delivery' && selected.has(cause ?? 0)),
    )

/** Asks a simulator by its controls for what a test of its entries begins with. */
export async function readSetting(get: <T>(path: string) => Promise<T>): Promise<Setting> {
  const [faults, organizations, { apiKey }, options] = await Promise.all([
    get<readonly KnownFault[]>('/faults'),
    get<readonly string[]>('/organizations'),
    get<{ readonly apiKey: string }>(''),
    get<MadeWith>('/options'),
  ])
  return { faults, apiKey, organization: organizations[0] ?? '', options }
}

/** The file that a world begins with, which stands beside the test. */
export function worldFileOf({ world }: MadeWith): object | undefined {
  const {
    tables,
    aged,
  }: {
    readonly tables?: object
    readonly aged?: { readonly world?: object }
  } = world ?? {}
  return tables ? (world as object) : aged?.world
}

/** A world with a past depends on the time at which it was made; a preset one begins with the first entry. */
function beginningOf(made: MadeWith, first: string) {
  const { now, world, ...others } = made
  const { aged }: { readonly aged?: object } = world ?? {}
  const file = worldFileOf(made)
  // The time of the simulator before the first step; unknown if a file has it.
  const start = file ? '' : aged ? now : first
  const { world: _, ...past }: { readonly world?: object } = aged ?? {}
  const members = JSON.stringify(past).slice(0, -1) + (file ? ', world }' : '}')
  return {
    imports: [
      ...(aged ? ["import { worlds } from 'accounting-simulator/worlds'"] : []),
      ...(file ? [`import world from './${WORLD_FILE}'`] : []),
    ],
    start,
    options: [
      ...(start === '' ? [] : [`now: ${textLiteral(start)}`]),
      ...(aged
        ? [`world: worlds.aged(${members})`]
        : file
          ? ['world']
          : world
            ? [`world: ${textLiteral(world)}`]
            : []),
      ...Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ],
  }
}

/**
 * The entries that one needs to end as it did: what changed something before it and, if its bucket was empty, what
 * emptied it.
 */
export function neededBy(all: readonly EntryJson[], { sequence, reason, key }: EntryJson): Set<number> {
  const needed = all.filter(
    (one) =>
      one.sequence <= sequence &&
      (one.sequence === sequence || isChange(one) || (reason?.bucket !== undefined && one.key === key)),
  )
  return new Set(needed.map((one) => one.sequence))
}

const isChange = ({ kind, changed, outcome }: EntryJson): boolean =>
  changed === true || (kind === 'write' && outcome === 'done')

/** Earlier entries that changed something may be needed for the same statuses. */
function leftOut(all: readonly EntryJson[], selected: ReadonlySet<number>): string[] {
  const last = all.reduce((latest, { sequence }) => (selected.has(sequence) ? sequence : latest), 0)
  const missing = all.filter((one) => one.sequence < last && !selected.has(one.sequence) && isChange(one))
  const done = repeatable(all, selected)
  const others = all.filter((entry) => selected.has(entry.sequence) && !done.includes(entry))
  return [
    ...remark('Not selected, though they changed something before', missing),
    ...remark('Selected, but a test cannot do them again', others),
  ]
}

function remark(what: string, entries: readonly EntryJson[]): string[] {
  if (entries.length === 0) return []
  const all = entries.map(({ sequence }) => `#${sequence}`)
  const shown = all.length > 10 ? [...all.slice(0, 10), `${all.length - 10} more`] : all
  return [`// ${what}: ${shown.join(', ')}.`]
}

function stepsOf(entries: readonly EntryJson[], start: string, setting: Setting): string[] {
  const end = entries.at(-1)
  const isOnly = entries.filter(({ kind }) => kind === 'request').length === 1
  const lines: string[] = []
  let now = start
  let number = 0
  for (const entry of entries) {
    const until = entry.kind === 'clock' && typeof entry.to === 'string' ? entry.to : entry.at
    if (until > now) lines.push(`await simulator.clock.advanceTo(${textLiteral(until)})`)
    if (until > now) now = until
    if (entry.kind === 'request') {
      number += 1
      lines.push(...faultLines(entry, setting), ...requestLines(entry, isOnly ? '' : String(number), setting))
      if (entry === end) lines.push(...errorLines(entry, isOnly ? '' : String(number)))
    }
    if (entry.kind === 'write') lines.push(writeLine(entry, setting))
    if (entry.kind === 'delivery') lines.push(...deliveryLines(entry))
  }
  return lines
}

/** The fault that hit the request hits it again. */
function faultLines({ request, fault }: EntryJson, { faults }: Setting): string[] {
  const known = faults.find(({ id }) => id === fault)
  if (!known || !request) return []
  const on = `${request.method} ${new URL(request.url).pathname}`
  return [`simulator.faults.inject({ on: ${textLiteral(on)}, then: ${JSON.stringify(known.then)} })`]
}

function writeLine({ call, arguments: given, organization }: EntryJson, setting: Setting): string {
  const face =
    organization === setting.organization
      ? 'simulator'
      : `simulator.organization(${textLiteral(organization)})`
  return `${face}.${call}(${(given as readonly unknown[]).map((one) => JSON.stringify(one)).join(', ')})`
}

/** A receiver that answers as the one did. Attempts that a clock move made are there already. */
function deliveryLines({ url, status }: EntryJson): string[] {
  const answer = typeof status === 'number' ? `new Response(null, { status: ${status} })` : 'Response.error()'
  return [
    `simulator.webhooks.connect(${textLiteral(url)}, () => ${answer})`,
    'await simulator.webhooks.flush()',
  ]
}

/** After the last request that failed, else after the last one. */
function testTitle(entries: readonly EntryJson[], requests: readonly EntryJson[]): string {
  const isFailed = ({ response }: EntryJson): boolean => (response?.status ?? 500) >= 400
  const { request, response } = requests.filter(isFailed).at(-1) ?? requests.at(-1) ?? {}
  if (!request) return String(entries.find(({ kind }) => kind === 'write')?.call ?? 'moves time')
  const end = response ? `answers ${response.status}` : 'has no response'
  return `${request.method} ${new URL(request.url).pathname} ${end}`
}

function requestLines({ request, response }: EntryJson, number: string, { apiKey }: Setting): string[] {
  if (!request) return []
  const { pathname, search } = new URL(request.url)
  const headers = headersOf(request.headers).map(([name, value]) =>
    name === KEY && value === apiKey
      ? `'${KEY}': simulator.apiKey`
      : `${textLiteral(name)}: ${textLiteral(value)}`,
  )
  const options = [
    `  method: ${textLiteral(request.method ?? 'GET')},`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(request.body ? [`  body: ${bodyText(request.body)},`] : []),
  ]
  const url = textLiteral(pathname + search)
  if (!response) return [`await expect(simulator.fetch(${url}, {`, ...options, '})).rejects.toThrow()']
  const name = `response${number}`
  return [
    `const ${name} = await simulator.fetch(${url}, {`,
    ...options,
    '})',
    `expect(${name}.status).toBe(${response.status})`,
  ]
}

/** A refusal for another reason may have the same status. How long a bucket stays empty depends on the clock. */
function errorLines({ response }: EntryJson, number: string): string[] {
  if (!response || response.status < 400 || response.status === 429) return []
  const body = response.body ?? ''
  const isJson = bodyText(body).startsWith('JSON')
  const read = `await response${number}.${isJson ? 'json' : 'text'}()`
  return [`expect(${read}).${isJson ? `toEqual(${body})` : `toBe(${textLiteral(body)})`}`]
}

/** JSON as an object, if it is written again as the same bytes. */
export function bodyText(body: string): string {
  try {
    if (JSON.stringify(JSON.parse(body)) === body) return `JSON.stringify(${body})`
  } catch {
    // Sent as it was.
  }
  return textLiteral(body)
}

export const textLiteral = (text: unknown): string =>
  `'${JSON.stringify(String(text)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
