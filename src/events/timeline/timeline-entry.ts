import type { TrafficEntry } from '../traffic/traffic-entry'

interface Entry {
  /** The position in the timeline, from 1. It never restarts. */
  readonly sequence: number
  /** Virtual time, ISO 8601. */
  readonly at: string
}

/** The end of a delivery attempt. */
export interface DeliveryEnd {
  readonly organization: string
  readonly id: number
  readonly event_id: string
  readonly topic: string
  readonly url: string
  /** Null if the receiver gave no answer. */
  readonly status: number | null
  readonly outcome: 'delivered' | 'stop' | 'retry'
  readonly why: string
  /** The beginning of the response body, if the receiver refused the delivery. */
  readonly answer?: string
  /** The stack of the error that the receiver threw, if it threw one. */
  readonly stack?: string
}

/** One attempt to deliver a webhook event, recorded when its outcome is known. */
export interface DeliveryEntry extends Entry, DeliveryEnd {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'delivery'
  /** The `sequence` of the request, call, step or work that caused the event; null if that is not known. */
  readonly cause: number | null
}

/** A move of the clock. */
export interface ClockEntry extends Entry {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'clock'
  /** 'auto': the clock moved for a program that waited for it. */
  readonly move: 'advance' | 'auto' | 'restore' | 'reset'
  /** The time of the clock before the move, in ISO 8601. */
  readonly from: string
  /** Null while the move is under way. */
  readonly to: string | null
  /** The number of timers that fired; null for a rewind, and while the move is under way. */
  readonly fired: number | null
  /** For a restore: the last entry before the restored state. The entries between were undone. */
  readonly after?: number
}

/** A step of a scenario. */
export interface StepEntry extends Entry {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'step'
  /** The name of the scenario. */
  readonly scenario: string
  /** Index of the step in the scenario, from 0. */
  readonly step: number
  /** The action of the step. */
  readonly action: string
  /** The arguments of the action. */
  readonly arguments: unknown
  /** The outcome of the step. */
  readonly outcome: 'done' | 'refused' | 'unmet'
  /** The step in words. */
  readonly text: string
  /** The result of the step, such as `{ key }`. */
  readonly result: unknown
}

/** A member of `simulator.records`, and the identifier of the record. */
export interface RecordReference {
  readonly type: string
  readonly id: number
}

/** A call of `simulator.records`, `simulator.make` or `simulator.admin` that writes. */
export interface WriteEntry extends Entry {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'write'
  /** The organisation that was written to. */
  readonly organization: string
  /** Such as `records.invoices.create`. */
  readonly call: string
  /** The arguments of the call. */
  readonly arguments: readonly unknown[]
  /** The outcome of the call. */
  readonly outcome: 'done' | 'refused'
  /** True if the call changed anything. */
  readonly changed: boolean
  /** The write in words. */
  readonly text: string
  /** The record that the call was about. */
  readonly record?: RecordReference
  /** The records, if the call was about several, such as usage of two contracts. */
  readonly records?: readonly RecordReference[]
}

/** Work of the clock: recurrences, recognitions, depreciation, invoices of contracts. */
export interface WorkEntry extends Entry {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'work'
  /** The organisation whose work it is. */
  readonly organization: string
  /** The kind of its timer, as in `clock.pending()`. */
  readonly work: string
  /** True if the work could not be done; `text` gives the reason. */
  readonly skipped: boolean
  /** The work in words. */
  readonly text: string
  /** The records that the work made or changed, or from which it was to make others. */
  readonly records: readonly { readonly type: string; readonly id: number }[]
}

/** A webhook became inactive or active again (docs/service.md §14.4). */
export interface WebhookEntry extends Entry {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'webhook'
  /** The organisation of the webhook. */
  readonly organization: string
  /** The change of the webhook's state. */
  readonly change: 'disabled' | 'reactivated'
  /** The id of the webhook. */
  readonly webhook_uuid: string
  /** The URL that its deliveries are sent to. */
  readonly url: string
  /** The `sequence` of the delivery or the request that caused it; null if that is not known. */
  readonly cause: number | null
  /** The reason, as data. */
  readonly reason: {
    /** 'failing': the service disabled it. 'request': a request changed `is_active`. */
    readonly rule: 'failing' | 'request'
    readonly section: string
    /** The first failed attempt since the last success, for 'failing'. */
    readonly since: string | null
    /** The deliveries that ended because the webhook was disabled. */
    readonly ended: readonly number[]
  }
  /** The reason, for people. */
  readonly why: string
}

/** An entry of the timeline. Requests are the entries of `simulator.traffic` themselves. */
export type TimelineEntry =
  | TrafficEntry
  | DeliveryEntry
  | ClockEntry
  | StepEntry
  | WriteEntry
  | WorkEntry
  | WebhookEntry

/** Every entry except requests. */
export type Event = Exclude<TimelineEntry, TrafficEntry>

/** An event that has no sequence number yet. */
export type NewEvent = Event extends infer One
  ? One extends Event
    ? Omit<One, 'sequence' | 'at'>
    : never
  : never
