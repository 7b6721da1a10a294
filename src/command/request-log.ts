import type { Simulator, TrafficEntry } from '../index'
import type { Paint } from './colours'

/**
 * Tells every request of the service once it is answered, one line each: virtual time, method, path, status
 * and the reason of the traffic. Call the returned function when anything may have been answered.
 */
export function requestLog(
  { traffic }: Simulator,
  tell: (line: string) => void,
  paint: Paint = (text) => text,
): () => void {
  let last = 0
  const open = new Set<TrafficEntry>()
  return () => {
    for (const entry of traffic.since(last)) {
      open.add(entry)
      last = entry.sequence
    }
    for (const entry of open) {
      if (entry.reason.rule === 'under-way') continue
      open.delete(entry)
      tell(logLine(entry, paint))
    }
  }
}

function logLine({ at, request, response, why, reason }: TrafficEntry, paint: Paint): string {
  const { pathname, search } = new URL(request.url)
  const status = response?.status ?? '---'
  // The text of a refusal begins with its status.
  const isRefusal = response !== null && reason.text !== undefined
  const shown = isRefusal ? why.slice(`${status}: `.length) : why
  const call = `${request.method} ${pathname}${search}`
  return `${paint(at, 'dim')}  ${call}  ${paint(String(status), colourOf(response?.status))}  ${paint(shown, 'dim')}\n`
}

/** An answer that did not come is as bad as a failure of the service. */
function colourOf(status = 500): 'green' | 'yellow' | 'red' {
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
