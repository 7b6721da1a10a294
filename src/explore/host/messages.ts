import type { Plan } from '../plan/plan'
import type { Outcome } from '../run/events'

/** Asks a worker to play a plan. */
export interface Order {
  readonly plan: Plan
}

/** The worker's answer. */
export type Answer =
  | { readonly outcome: Outcome }
  | { readonly error: { readonly name: string; readonly message: string } }

/** Set in the environment of workers. */
export const IN_WORKER = 'ACCOUNTING_SIMULATOR_EXPLORES'
