import type { Simulator } from '../../index'

/** A longer story keeps its beginning and its end: what led to the failure, and where it shows. */
const [FIRST, LAST] = [30, 70]

/** What happened in a test, for its error. */
export function storyOf({ timeline }: Simulator): string {
  const lines = String(timeline).split('\n')
  const left = lines.length - FIRST - LAST
  if (left <= 1) return `The whole story:\n${lines.join('\n')}`
  const gap = `  ... ${left} lines: String(simulator.timeline) has them ...`
  return `The story:\n${[...lines.slice(0, FIRST), gap, ...lines.slice(-LAST)].join('\n')}`
}

/** What often explains that a receiver heard nothing. */
export function unheard({ webhooks, clock }: Simulator): string[] {
  const due = webhooks.queue.filter((delivery) => delivery.due <= clock.now).length
  if (due > 0)
    return [
      webhooks.isHeld
        ? `deliveries are held, ${due} of them due: webhooks.release() lets them go`
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
