import type { TrafficEntry } from './traffic-entry'

/** A request and its response in a few words. */
export interface ToldCall {
  /** The path with its parameters. */
  readonly path: string
  /** `---` without a response. */
  readonly status: string
  readonly why: string
}

export function toldCall({ request, response, why }: TrafficEntry): ToldCall {
  const { pathname, search } = new URL(request.url)
  const status = response === null ? '---' : String(response.status)
  const begin = `${status}: `
  return { path: pathname + search, status, why: why.startsWith(begin) ? why.slice(begin.length) : why }
}
