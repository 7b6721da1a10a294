import { bodyText, headersOf, type KnownFault, quoted } from './copy-as-test'
import type { Entry } from './entries'
import type { AlikeFault } from './subject'

/** A request as a command of a shell. */
export function curlOf({ request }: Entry): string {
  const { method = 'GET', url = '', headers = {}, body } = request ?? {}
  const parts = [
    `curl -X ${shell(method)} ${shell(url)}`,
    ...headersOf(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body ? [`--data-raw ${shell(body)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

/** The entry with the URL at which others reach the service. */
export function reachedAt(entry: Entry, origin: string | undefined): Entry {
  const { request } = entry
  if (origin === undefined || !request || !URL.canParse(request.url)) return entry
  const { pathname, search } = new URL(request.url)
  return { ...entry, request: { ...request, url: origin + pathname + search } }
}

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A request as a call. */
export function fetchOf({ request }: Entry): string {
  const { method = 'GET', url = '', headers = {}, body } = request ?? {}
  const given = headersOf(headers).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`)
  return [
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    '  headers: {',
    ...given,
    '  },',
    ...(body ? [`  body: ${bodyText(body)},`] : []),
    '})',
  ].join('\n')
}

/** Whether a fault can hit such requests: those that no operation takes cannot be failed. */
export const canFail = ({ request, route }: Entry): boolean =>
  request?.method !== undefined && typeof route === 'string'

/** A fault that lets the next request of the operation end like this one, or with 503 if this one went well. */
export function alikeFault(entry: Entry, faults: readonly KnownFault[]): AlikeFault {
  const { route, fault } = entry
  const known = faults.find(({ id }) => id === fault)
  return { on: route ?? '', then: (known?.then as AlikeFault['then'] | undefined) ?? endingOf(entry) }
}

function endingOf({ response, outcome, unseen, at, ended }: Entry): AlikeFault['then'] {
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

export const faultOf = (fault: AlikeFault): string =>
  `simulator.faults.inject({ on: ${quoted(fault.on)}, then: ${JSON.stringify(fault.then)} })`
