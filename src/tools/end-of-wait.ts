import type { TrafficEntry } from '../index'

/** The end of the requested wait, in milliseconds since 1970. `Retry-After` is in seconds or a date. */
export function endOfWait({ at, response }: TrafficEntry): number | undefined {
  const header = response?.headers['retry-after']
  if (header === undefined) return undefined
  const end = /^\d+$/.test(header) ? Date.parse(at) + Number(header) * 1000 : Date.parse(header)
  return Number.isNaN(end) ? undefined : end
}
