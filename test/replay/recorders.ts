import type { Entry } from './whole-recording'

/** A recording as a recorder writes it, and the files that it writes beside it. */
export interface Written {
  readonly text: string
  readonly files: ReadonlyMap<string, string>
}

/** Whether a recorder keeps the nth body that it sees. */
export type Keeps = (side: 'request' | 'response') => boolean

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

type Content = Readonly<Record<string, unknown>>

/** How one recorder writes what others write, too. */
interface Format {
  readonly stamp?: (at: Date) => string
  readonly posted: (text: string, isKept: boolean, file: (text: string) => string) => Content | undefined
  readonly content: (text: string, isKept: boolean, file: (text: string) => string) => Content
  readonly requestSize?: (bytes: number) => number
  readonly responseSize?: (bytes: number) => number
  /** Entries that stand before one, such as preflights. */
  readonly before?: (url: string, method: string) => readonly Content[]
  readonly pseudoHeaders?: boolean
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const JSON_TYPE = 'application/json'

/** The same instant, as a clock of another zone shows it. */
const atOffset =
  (hours: number, digits: string) =>
  (at: Date): string => {
    const sign = hours < 0 ? '-' : '+'
    const local = new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, -1)
    return `${local}${digits}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`
  }

const PREFLIGHT = {
  time: 2,
  cache: {},
  timings: { send: 0, wait: 2, receive: 0 },
  response: {
    status: 204,
    statusText: 'No Content',
    httpVersion: 'http/1.1',
    cookies: [],
    headers: [
      { name: 'access-control-allow-origin', value: '*' },
      { name: 'access-control-allow-methods', value: 'GET, POST, PUT, DELETE' },
    ],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: 0,
  },
}

const preflight = (url: string, method: string): Content => ({
  ...PREFLIGHT,
  request: {
    method: 'OPTIONS',
    url,
    httpVersion: 'http/1.1',
    cookies: [],
    headers: [
      { name: 'Origin', value: 'https://shop.example' },
      { name: 'Access-Control-Request-Method', value: method },
    ],
    queryString: [],
    headersSize: -1,
    bodySize: 0,
  },
})

/** `chrome-har` makes parameters of JSON, too. */
const paramsOf = (text: string): Content[] => {
  try {
    return Object.entries(JSON.parse(text) as object).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => ({ name, value: one })) : [{ name, value }],
    )
  } catch {
    return []
  }
}

const sized = (text: string, isKept: boolean): Content => ({
  size: bytesOf(text),
  mimeType: JSON_TYPE,
  ...(isKept && { text }),
})

/** Recorders that write HAR 1.2 files, as far as they differ. */
const FORMATS: Readonly<Record<string, Format>> = {
  // Keeps the bodies of requests always, and drops those of responses after a while, or when it is told to.
  Chrome: {
    posted: (text) => ({ mimeType: JSON_TYPE, text }),
    content: sized,
    responseSize: () => -1,
    before: (url, method) => [preflight(url, method)],
  },
  Firefox: {
    stamp: atOffset(1, ''),
    posted: (text) => ({ mimeType: JSON_TYPE, params: [], text }),
    content: (text, isKept) => ({
      mimeType: JSON_TYPE,
      size: bytesOf(text),
      ...(isKept ? { text } : { comment: 'Response bodies are not included.' }),
    }),
    before: (url, method) => [preflight(url, method)],
  },
  Safari: {
    posted: (text) => ({ mimeType: JSON_TYPE, text }),
    content: (text, isKept) => ({ ...sized(text, isKept), compression: 0 }),
    responseSize: () => -1,
    pseudoHeaders: true,
    before: (url, method) => [preflight(url, method)],
  },
  'Playwright (embed or omit)': {
    posted: (text, isKept) => ({ mimeType: JSON_TYPE, text: isKept ? text : '', params: [] }),
    content: (text, isKept) => ({ ...sized(text, isKept), compression: 0 }),
    responseSize: (bytes) => bytes + 12,
  },
  'Playwright (attach)': {
    posted: (text, isKept, file) => ({
      mimeType: JSON_TYPE,
      text: '',
      params: [],
      _file: isKept ? file(text) : 'deleted.json',
    }),
    content: (text, isKept, file) => ({
      size: bytesOf(text),
      mimeType: JSON_TYPE,
      _file: isKept ? file(text) : 'deleted.json',
    }),
  },
  'chrome-har of DevTools events': {
    posted: (text, isKept) =>
      isKept ? { mimeType: 'text/plain', text } : { mimeType: JSON_TYPE, params: paramsOf(text) },
    content: sized,
    before: (url, method) => [preflight(url, method)],
  },
  // A body that was streamed through is not kept.
  'mitmproxy (hardump)': {
    stamp: (at) => at.toISOString().replace('Z', '123+00:00'),
    posted: (text, isKept) => ({ mimeType: JSON_TYPE, text: isKept ? text : '', params: [] }),
    content: (text, isKept) => ({
      size: isKept ? bytesOf(text) : 0,
      compression: 0,
      mimeType: JSON_TYPE,
      text: isKept ? text : '',
    }),
    requestSize: () => 0,
    responseSize: () => 0,
  },
  Charles: {
    stamp: atOffset(10, ''),
    posted: (text, isKept) => (isKept ? { mimeType: JSON_TYPE, text } : undefined),
    content: (text, isKept) => ({
      size: bytesOf(text),
      mimeType: JSON_TYPE,
      ...(isKept && { text: base64(text), encoding: 'base64' }),
    }),
  },
  Fiddler: {
    stamp: atOffset(-4, '4567'),
    posted: (text, isKept) => ({ mimeType: JSON_TYPE, text: isKept ? text : '' }),
    content: (text, isKept) => ({ ...sized(text, isKept), compression: 0, comment: '' }),
  },
}

const named = (headers: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** What HTTP adds to a message with a body. */
const onTheWire = ({ headers, body }: Message): Record<string, string> => ({
  ...headers,
  ...(body && { 'content-length': String(bytesOf(body)) }),
})

function harOf(format: Format, entries: readonly Entry[], keeps: Keeps): Written {
  const files = new Map<string, string>()
  const file = (text: string): string => {
    const name = `${files.size + 1}-body.json`
    files.set(name, text)
    return name
  }
  const { stamp = (at: Date) => at.toISOString(), requestSize = Number, responseSize = Number } = format
  const log = entries.flatMap(({ at, request, response }) => {
    const { method, url, body } = request
    const startedDateTime = stamp(new Date(at))
    const own = {
      startedDateTime,
      time: 10,
      cache: {},
      timings: { send: 0, wait: 10, receive: 0 },
      request: {
        method,
        url,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          ...(format.pseudoHeaders ? [{ name: ':method', value: method }] : []),
          ...named(onTheWire(request)),
        ],
        queryString: [],
        headersSize: -1,
        bodySize: requestSize(bytesOf(body ?? '')),
        ...(body && { postData: format.posted(body, keeps('request'), file) }),
      },
      response: response
        ? {
            status: response.status,
            statusText: '',
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: named(onTheWire(response)),
            redirectURL: '',
            headersSize: -1,
            bodySize: responseSize(bytesOf(response.body)),
            content:
              response.body === ''
                ? { size: 0, mimeType: 'x-unknown' }
                : format.content(response.body, keeps('response'), file),
          }
        : { status: 0, statusText: '', headers: [], cookies: [], content: {}, headersSize: -1, bodySize: -1 },
    }
    const before = url.includes('/public/') ? (format.before?.(url, method) ?? []) : []
    return [...before.map((one) => ({ ...one, startedDateTime })), own]
  })
  const creator = { name: 'a recorder', version: '1' }
  return { text: JSON.stringify({ log: { version: '1.2', creator, pages: [], entries: log } }), files }
}

function linesOf(entries: readonly Entry[], keeps: Keeps): Written {
  const lines = entries.map(({ at, request, response }) => {
    const sent = request.body && !keeps('request') ? null : request.body
    const got = response?.body && !keeps('response') ? '' : response?.body
    return JSON.stringify({
      at,
      request: { ...request, headers: onTheWire(request), body: sent },
      response: response && { ...response, headers: onTheWire(response), body: got },
    })
  })
  return { text: lines.join('\n'), files: new Map() }
}

export const RECORDERS: Readonly<Record<string, (entries: readonly Entry[], keeps: Keeps) => Written>> = {
  ...Object.fromEntries(
    Object.entries(FORMATS).map(([name, format]) => [
      name,
      (entries: readonly Entry[], keeps: Keeps) => harOf(format, entries, keeps),
    ]),
  ),
  'lines of JSON': linesOf,
}
