import { bodyText, headersOf, type KnownFault, textLiteral } from './copy-as-test'
import { type EntryJson, type ProposedFault, sentKey } from './entries'

/** A request as a command of a shell. */
export function curlOf({ request }: EntryJson): string {
  const { method = 'GET', url = '', headers = {}, body } = request ?? {}
  const parts = [
    `curl -X ${shell(method)} ${shell(url)}`,
    ...headersOf(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body ? [`--data-raw ${shell(body)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

/** The entry with the URL at which others reach the service. */
export function reachedAt(entry: EntryJson, origin: string | undefined): EntryJson {
  const { request } = entry
  if (origin === undefined || !request || !URL.canParse(request.url)) return entry
  const { pathname, search } = new URL(request.url)
  return { ...entry, request: { ...request, url: origin + pathname + search } }
}

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export function fetchOf({ request }: EntryJson): string {
  const { method = 'GET', url = '', headers = {}, body } = request ?? {}
  const given = headersOf(headers).map(([name, value]) => `    ${textLiteral(name)}: ${textLiteral(value)},`)
  return [
    `const response = await fetch(${textLiteral(url)}, {`,
    `  method: ${textLiteral(method)},`,
    '  headers: {',
    ...given,
    '  },',
    ...(body ? [`  body: ${bodyText(body)},`] : []),
    '})',
  ].join('\n')
}

/** Tells whether a fault can hit such requests: those that no operation takes cannot be failed. */
export const canFail = ({ request, route }: EntryJson): boolean =>
  request?.method !== undefined && typeof route === 'string'

/** A fault that lets the next request of the operation end like this one, or with 503 if this one went well. */
export function alikeFault(entry: EntryJson, faults: readonly KnownFault[]): ProposedFault {
  const { route, fault } = entry
  const known = faults.find(({ id }) => id === fault)
  return { on: route ?? '', then: (known?.then as ProposedFault['then'] | undefined) ?? endingOf(entry) }
}

function endingOf({ response, outcome, unseen, at, ended }: EntryJson): ProposedFault['then'] {
  if (outcome === 'lost') return unseen ? { loseResponse: true } : { networkError: true }
  if (typeof ended === 'string' || outcome === 'held')
    return {
      delay: `${Math.max(1, Math.round((Date.parse(String(ended ?? at)) - Date.parse(at)) / 1000))} seconds`,
    }
  const status = response?.status ?? 503
  const after = response?.headers['retry-after']
  if (status < 400) return { status: 503 }
  return { status, ...(after !== undefined && { retryAfter: Number(after) }) }
}

export const faultLine = (fault: ProposedFault): string =>
  `simulator.faults.inject({ on: ${textLiteral(fault.on)}, then: ${JSON.stringify(fault.then)} })`

/** Keys that none of the requests has: a test need not issue them. */
export function unusedKeys(all: readonly EntryJson[], selected: ReadonlySet<number>): readonly number[] {
  const own = all.filter(({ sequence }) => selected.has(sequence))
  const used = new Set(own.map(sentKey))
  return own.flatMap(({ call, arguments: given, sequence }) => {
    if (call !== 'admin.keys.issue') return []
    const [options] = given as [{ readonly key?: string }?]
    return options?.key && !used.has(options.key) ? [sequence] : []
  })
}
