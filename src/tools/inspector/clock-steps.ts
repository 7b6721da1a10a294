/** The steps by which people move a clock. */
export const CLOCK_STEPS = {
  '+1 minute': '1 minute',
  '+1 hour': '1 hour',
  '+1 day': '1 day',
  '+30 days': '30 days',
} as const

/** The first instant after the month. */
export const monthEnd = (now: string): string =>
  new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 1)).toISOString()
