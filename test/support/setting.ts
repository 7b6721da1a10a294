/** The company that deals, in which currency, and what one unit of that is worth in its own. */
export interface Setting {
  readonly company: number
  readonly currency: string
  readonly rate: string
}

/** Two companies, each in its own currency and in the other's; the plainest first. */
export const SETTINGS: readonly [Setting, ...Setting[]] = [
  { company: 1, currency: 'USD', rate: '1' },
  { company: 2, currency: 'EUR', rate: '1' },
  { company: 2, currency: 'USD', rate: '0.8' },
  { company: 1, currency: 'EUR', rate: '1.25' },
]
