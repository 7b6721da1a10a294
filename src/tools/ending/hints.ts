import type { Simulator, TrafficEntry } from '../../index'
import { contentOf } from '../calls'

/** What often explains a failure that the test itself does not: one line each. */
export const hintsOf = (simulator: Simulator): string[] => [
  ...simulator.unfinished('all'),
  ...unheard(simulator),
  ...givenUp(simulator),
]

/** Why a receiver may have heard nothing. */
function unheard({ webhooks, clock }: Simulator): string[] {
  const due = webhooks.queue.filter((delivery) => delivery.due <= clock.now).length
  if (due > 0)
    return [
      webhooks.isHeld
        ? `${due} due webhook deliveries are held: webhooks.release() lets them go`
        : `${due} webhook deliveries are due: await webhooks.flush() sends them`,
    ]
  if (webhooks.attempts.length > 0 || webhooks.queue.length > 0) return []
  return webhooks.targets
    .flatMap(({ prefix }) => prefix ?? [])
    .map(
      (prefix) =>
        `no event was for the receiver at ${prefix}: register a URL and its topics by POST /public/v2/webhooks/`,
    )
}

const AT_MOST = 3

/** Requests that failed for a time and were not sent again. */
function givenUp({ traffic }: Simulator): string[] {
  const later = new Set<string>()
  const left: string[] = []
  for (const entry of [...traffic].reverse()) {
    const content = contentOf(entry)
    if (isTemporary(entry) && !later.has(content)) left.unshift(toldOf(entry))
    later.add(content)
  }
  const more = left.length - AT_MOST
  return [...left.slice(0, AT_MOST), ...(more > 0 ? [`and ${more} more`] : [])]
}

/** The service asks for another try, or nobody knows whether the request was carried out. */
const isTemporary = ({ reason, response }: TrafficEntry): boolean =>
  reason.rule !== 'under-way' && (response === null || response.status === 429 || response.status === 503)

function toldOf({ sequence, request, response }: TrafficEntry): string {
  const got = response === null ? 'got no response' : `got status ${response.status}`
  return `#${sequence} ${request.method} ${new URL(request.url).pathname} ${got} and was not sent again`
}
