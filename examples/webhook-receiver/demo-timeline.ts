import type { WebhookAttempt } from 'accounting-simulator'

const MINUTE = 60_000

/** Attempts line by line: the time, how long after the first, the address they came from, and what became of them. */
export function attemptTimeline(attempts: readonly WebhookAttempt[]): string {
  const first = Date.parse(attempts[0]?.at ?? '')
  return attempts
    .map(({ at, source_address, response, why }, index) => {
      const minutes = (Date.parse(at) - first) / MINUTE
      const outcome = response ? `answered ${response.status}` : (why.split(':')[0] ?? why)
      return [
        String(index + 1).padStart(3),
        `${at.slice(0, 10)} ${at.slice(11, 16)}`,
        `minute ${String(minutes).padStart(5)}`,
        source_address,
        outcome,
      ].join('   ')
    })
    .join('\n')
}
