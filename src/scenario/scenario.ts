import type { AdminVerb } from '../api/admin/admin-verbs'
import type { RecordQuery } from '../api/record-set'
import type { RecordName } from '../engine/model/names'
import type { DurationInput } from '../kernel/duration'
import type { FaultOptions, RecordCondition } from '../service/http/faults/fault-options'

/**
 * A sequence of timed events, such as faults, writes and admin calls. It is plain JSON, made by
 * `defineScenario` and started by `simulator.play`. All times follow the simulator's clock.
 */
export interface Scenario {
  /** The name, as in the timeline. */
  readonly name: string
  /** The situation in production. */
  readonly description?: string
  /** The mistake that clients often make in this situation. */
  readonly lesson?: string
  /** The events, each with its time. */
  readonly steps: readonly ScenarioStep[]
}

/** A time or an event, and exactly one action. */
export type ScenarioStep = (ScenarioTime | ScenarioEvent) & ScenarioAction & ScenarioWords

export interface ScenarioWords {
  /**
   * Names the result of `create`, `update` or `admin`, for later steps and for `play.results`. Inside of
   * `create` and `admin` it means the same.
   */
  readonly as?: string
  /** An explanation for readers of the file. */
  readonly note?: string
}

export interface ScenarioTime {
  /**
   * A duration from the start of the scenario, or an instant. Steps with the same time run in order.
   * @default at once
   */
  readonly at?: DurationInput
  /** Runs the step `times` times in total, `every` so often. */
  readonly repeat?: { readonly every: DurationInput; readonly times: number }
  /** Not beside `at`. */
  readonly when?: undefined
}

export interface ScenarioEvent {
  /** Runs the step once, when the event happens. */
  readonly when: StepTrigger
  /** Not beside `when`. */
  readonly at?: undefined
  /** Not beside `when`. */
  readonly repeat?: undefined
}

/**
 * An event that a step waits for. Requests are counted from the start of the scenario, also those that a fault
 * hits; a retry under the same idempotency key is the same request. The step runs just before the request is
 * served. Records are those of the simulator's first organisation; the step runs when there are that many.
 */
export type StepTrigger =
  | {
      /** `METHOD /path/`, like `on` of a fault. */
      readonly request: string
      /** @default 1 */
      readonly nth?: number
    }
  | {
      readonly records: RecordName
      /** @default 1 */
      readonly atLeast?: number
    }

/**
 * JSON data. Any value may be a reference instead: `{ $ref: 'name' }` is the record that an earlier step
 * wrote `as` that name (its identifier where an id is expected) or what an admin call returned,
 * `{ $ref: 'name.member' }` is the current value of a member of it, such as `{ $ref: 'next.key' }`, and
 * `{ $ref: 'apiKey' }` is the simulator's own key.
 */
export type ScenarioData = Readonly<Record<string, unknown>>

export interface ScenarioReference {
  /** The name of an earlier step, and the member of its result. */
  readonly $ref: string
}

/** The options of `simulator.faults.inject` without functions. `probability: 1` keeps a fault in force for good. */
export type ScenarioFault = Omit<FaultOptions, 'on' | 'when'> & {
  readonly on?: string
  readonly when?: RecordCondition
}

export type ScenarioAction =
  /** Injects a fault, like `simulator.faults.inject`. */
  | { readonly inject: ScenarioFault }
  /** Removes every fault. */
  | { readonly clearFaults: true }
  /** Writes without HTTP, like `simulator.records`. */
  | { readonly create: { readonly record: RecordName; readonly body: ScenarioData; readonly as?: string } }
  | {
      readonly update: {
        readonly record: RecordName
        readonly id: number | ScenarioReference
        readonly body: ScenarioData
      }
    }
  | { readonly remove: { readonly record: RecordName; readonly id: number | ScenarioReference } }
  /** Calls a method of `simulator.admin` with named arguments. */
  | { readonly admin: { readonly call: AdminVerb; readonly with?: ScenarioData; readonly as?: string } }
  /** Approves or rejects every pending record of the type (docs/service.md §11.3). */
  | { readonly approvals: ApprovalDecision }
  /** Changes the deliveries that are waiting at that time. */
  | { readonly webhooks: WebhookDirection }
  /** Counts records and reports whether the number is as expected. */
  | {
      readonly expect: { readonly record: RecordName; readonly query?: RecordQuery; readonly count: number }
    }

export type ApprovalDecision =
  | { readonly approve: RecordName; readonly by?: number }
  | { readonly reject: RecordName; readonly by?: number; readonly reason: string }

/**
 * `duplicate` queues every waiting delivery a second time; `reorder` shuffles them (by the seed); `drop`
 * discards them; `replay` queues every event sent so far once more.
 */
export type WebhookDirection = 'hold' | 'release' | 'duplicate' | 'reorder' | 'drop' | 'replay'
