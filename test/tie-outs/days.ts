/** Dates as text, moved without the simulator's own arithmetic. */
const DAY = 86_400_000

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const plusDays = (date: string, days: number): string => textOf(at(date) + days * DAY)

/** From one to the other, both counted. */
export const daysFrom = (first: string, last: string): number => (at(last) - at(first)) / DAY + 1

export const earlier = (a: string, b: string): string => (a < b ? a : b)
export const later = (a: string, b: string): string => (a > b ? a : b)

export function lastOfMonth(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return textOf(Date.UTC(year, month, 0))
}

export function lastOfYear(date: string): string {
  return `${date.slice(0, 4)}-12-31`
}

/** The same day so many months later, or the last of that month. */
export function plusMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = textOf(Date.UTC(year, month - 1 + months, 1))
  return earlier(plusDays(first, day - 1), lastOfMonth(first))
}
