import type { AdminVerb } from '../api/admin/admin-verbs'
import type { RecordQuery, Records } from '../api/records'
import type { FaultOptions, RecordCondition } from '../http/faults/fault-options'
import type { DurationInput } from '../kernel/duration'

/**
 * What goes wrong (or right) and when: data that JSON can say, made by `defineScenario` and played by
 * `simulator.play`. Everything happens on the simulator's clock.
 */
export interface Scenario {
  readonly name: string
  /** What happens in production. */
  readonly description?: string
  /** What clients tend to get wrong then. */
  readonly lesson?: string
  readonly steps: readonly ScenarioStep[]
}

/** When, and exactly one action. */
export type ScenarioStep = ScenarioTime & ScenarioAction

export interface ScenarioTime {
  /**
   * How long after the scenario was begun, or an instant; steps of one time act in their order.
   * @default at once
   */
  readonly at?: DurationInput
  /** Acts so many times in all, so far apart. */
  readonly repeat?: { readonly every: DurationInput; readonly times: number }
  /** Why, for whoever reads the file. */
  readonly note?: string
}

/**
 * Text, numbers and so on as JSON has them. In their place may stand `{ $ref: 'name' }` for the record that an
 * earlier step made `as` that name (as an `id`: for its identifier), `{ $ref: 'name.member' }` for a member of it
 * as it is then, and `{ $ref: 'apiKey' }` for the simulator's own key.
 */
export type ScenarioData = Readonly<Record<string, unknown>>

export interface ScenarioReference {
  readonly $ref: string
}

export type RecordName = keyof Records

/** What `simulator.faults.inject` takes without functions. All of them for good: `probability: 1`. */
export type ScenarioFault = Omit<FaultOptions, 'on' | 'when'> & {
  readonly on?: string
  readonly when?: RecordCondition
}

export type ScenarioAction =
  /** Arms a fault, as `simulator.faults.inject` does. */
  | { readonly inject: ScenarioFault }
  /** Disarms every fault. */
  | { readonly clearFaults: true }
  /** Writes without HTTP, as `simulator.records` does. */
  | { readonly create: { readonly record: RecordName; readonly body: ScenarioData; readonly as?: string } }
  | {
      readonly update: {
        readonly record: RecordName
        readonly id: number | ScenarioReference
        readonly body: ScenarioData
      }
    }
  | { readonly remove: { readonly record: RecordName; readonly id: number | ScenarioReference } }
  /** A call of `simulator.admin`, its arguments by name. */
  | { readonly admin: { readonly call: AdminVerb; readonly with?: ScenarioData } }
  /** Decides about every record of the type that is pending (docs/service.md §11.3). */
  | { readonly approvals: ApprovalDecision }
  /** Directs the deliveries that wait at that time. */
  | { readonly webhooks: WebhookDirection }
  /** Looks, and notes in the report whether so many records are there. */
  | {
      readonly expect: { readonly record: RecordName; readonly query?: RecordQuery; readonly count: number }
    }

export type ApprovalDecision =
  | { readonly approve: RecordName; readonly by?: number }
  | { readonly reject: RecordName; readonly by?: number; readonly reason: string }

/**
 * `duplicate` queues every waiting delivery once more, `reorder` puts them in a random order (drawn from the
 * seed), `drop` loses them, `replay` queues every event again that was sent so far.
 */
export type WebhookDirection = 'hold' | 'release' | 'duplicate' | 'reorder' | 'drop' | 'replay'
