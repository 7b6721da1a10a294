import type { Simulator } from 'accounting-simulator'
import type { Access } from './invoices'

/** What the body of a test is given. */
export interface Live {
  readonly simulator: Simulator
  readonly access: Access
}

export type Body = (live: Live) => Promise<void>
