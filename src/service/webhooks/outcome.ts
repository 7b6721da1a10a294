import type { AssumptionValue } from '../../assumptions/index'
import type { Reception } from '../../events/traffic/outcome'
import { parseInstant } from '../../kernel/instant'

const STOPS: readonly number[] = [400, 401, 403, 404, 405, 410, 422]

/** The consequence of a reaction for the delivery (§14.4). */
export function outcomeOf(reception: Reception): 'delivered' | 'stop' | 'retry' {
  if (reception.kind !== 'response') return 'retry'
  if (reception.status >= 200 && reception.status < 300) return 'delivered'
  return STOPS.includes(reception.status) ? 'stop' : 'retry'
}

/** The error text of the delivery log. */
export function failureText(reception: Reception): string {
  if (reception.kind === 'time-out') return 'timed out'
  return reception.kind === 'response' ? `HTTP ${reception.status}` : reception.text
}

const RETRY_SCHEDULES: Readonly<
  Record<AssumptionValue<'webhook-retry-delays'>, { firstMinutes: number; capMinutes: number }>
> = { doubling: { firstMinutes: 1, capMinutes: 720 }, hourly: { firstMinutes: 60, capMinutes: 60 } }

/** Milliseconds from the end of attempt number `attempt` (from 1) to the next attempt. */
export function retryDelay(attempt: number, schedule: AssumptionValue<'webhook-retry-delays'>): number {
  const { firstMinutes, capMinutes } = RETRY_SCHEDULES[schedule]
  return Math.min(firstMinutes * 2 ** Math.min(attempt - 1, 40), capMinutes) * 60_000
}

/** The time that the `Retry-After` of a 429 gives, in milliseconds since 1970; undefined without one. */
export function retryInstant(reception: Reception, now: number): number | undefined {
  if (reception.kind !== 'response' || reception.status !== 429) return undefined
  const text = reception.headers['retry-after']?.trim()
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return now + Number(text) * 1000
  return httpDate(text)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses an HTTP date such as Sun, 06 Nov 1994 08:49:37 GMT. */
function httpDate(text: string): number | undefined {
  const parts = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(text)
  const month = MONTHS.indexOf(parts?.[2] ?? '') + 1
  if (!parts || month === 0) return undefined
  return parseInstant(`${parts[3]}-${String(month).padStart(2, '0')}-${parts[1]}T${parts[4]}Z`)
}
