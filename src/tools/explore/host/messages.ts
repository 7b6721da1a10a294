import type { AssumptionOverrides } from '../../../index'
import type { Plan } from '../plan/plan'
import type { PlanOutcome } from '../run/events'

/** Asks a worker to play a plan. */
export interface Order {
  readonly otherwise?: AssumptionOverrides | undefined
  readonly plan: Plan
}

export type WorkerAnswer =
  | { readonly outcome: PlanOutcome }
  | { readonly error: { readonly name: string; readonly message: string } }

const IN_WORKER = 'ACCOUNTING_SIMULATOR_EXPLORES'

export const workerEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, [IN_WORKER]: '1' })

export const isWorker = (): boolean => process.env[IN_WORKER] !== undefined
