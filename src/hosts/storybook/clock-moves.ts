/** A request of the controls that moves the clock of a story. */
export interface ClockMove {
  readonly path: string
  readonly body: object
}

/** `2026-01-15 09:00`, in UTC, as the timeline tells time. */
export const clockLabel = (now: string): string => now.slice(0, 16).replace('T', ' ')

const advance = (duration: string) => (): ClockMove => ({ path: 'clock/advance', body: { duration } })

/** The moves that the toolbar offers, by the words of its menu. The way back is to begin the story anew. */
export const CLOCK_MOVES: Readonly<Record<string, (now: string) => ClockMove>> = {
  '1 hour later': advance('1 hour'),
  '1 day later': advance('1 day'),
  'beginning of the next month': (now) => ({
    path: 'clock/advance-to',
    body: { instant: nextMonth(new Date(now)) },
  }),
  'next thing due': () => ({ path: 'clock/next', body: {} }),
}

const nextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
