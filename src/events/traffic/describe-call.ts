import type { TrafficEntry } from './traffic-entry'

/** A request and its response in a few words. */
export interface CallDescription {
  readonly path: string
  /** `---` if there is no response. */
  readonly status: string
  readonly why: string
}

export function describeCall({ request, response, why, reason }: TrafficEntry): CallDescription {
  const path = pathOf(new URL(request.url))
  if (response === null) return { path, status: '---', why }
  const status = String(response.status)
  // The text of a refusal begins with its status.
  return { path, status, why: reason.text === undefined ? why : why.slice(`${status}: `.length) }
}

const pathOf = ({ pathname, search }: URL): string => pathname + search
