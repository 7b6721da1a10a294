import type { TrafficEntry } from '../traffic/traffic-entry'

interface Entry {
  /** The place in the order of everything, from 1. It never restarts. */
  readonly sequence: number
  /** Virtual time, ISO 8601. */
  readonly at: string
}

/** The end of an attempt to deliver an event. */
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
  /** The beginning of what a receiver that refused the delivery says in the body of its response. */
  readonly answer?: string
  /** The stack of the error that the receiver threw, if it threw one. */
  readonly stack?: string
}

/** One attempt to deliver a webhook event, once its outcome is known. */
export interface DeliveryEntry extends Entry, DeliveryEnd {
  /** Tells the entries of the timeline apart. */
  readonly kind: 'delivery'
  /** The `sequence` of the request, call, step or work that caused the event; null if that is not known. */
  readonly cause: number | null
}

/** A move of the clock. */
export interface ClockEntry extends Entry {
  /** Tells the entries of the timeline apart. */
  readonly kind: 'clock'
  /** 'auto': the clock moved for a program that waited for it. */
  readonly move: 'advance' | 'auto' | 'restore' | 'reset'
  /** The time of the clock before, in ISO 8601. */
  readonly from: string
  /** Null while it is under way. */
  readonly to: string | null
  /** Number of timers that fired; null for a rewind and while it is under way. */
  readonly fired: number | null
  /** Of a restore: the last entry before the state that it went to. What came between was undone. */
  readonly after?: number
}

/** A step of a scenario. */
export interface StepEntry extends Entry {
  /** Tells the entries of the timeline apart. */
  readonly kind: 'step'
  /** The name of the scenario. */
  readonly scenario: string
  /** Index of the step in the scenario, from 0. */
  readonly step: number
  /** The action of the step. */
  readonly action: string
  /** The arguments of the action. */
  readonly arguments: unknown
  /** The end of the step. */
  readonly outcome: 'done' | 'refused' | 'unmet'
  /** The event in words. */
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
  /** Tells the entries of the timeline apart. */
  readonly kind: 'write'
  /** The organisation that was written to. */
  readonly organization: string
  /** Such as `records.invoices.create`. */
  readonly call: string
  /** The arguments of the call. */
  readonly arguments: readonly unknown[]
  /** The end of the call. */
  readonly outcome: 'done' | 'refused'
  /** True if it changed anything. */
  readonly changed: boolean
  /** The write in words. */
  readonly text: string
  /** The record that the call was about. */
  readonly record?: RecordReference
  /** The records that it was about, if it was about several, such as usage of two contracts. */
  readonly records?: readonly RecordReference[]
}

/** Work of the clock itself: recurrences, recognitions, depreciation, invoices of contracts. */
export interface WorkEntry extends Entry {
  /** Tells the entries of the timeline apart. */
  readonly kind: 'work'
  /** The organisation whose work it is. */
  readonly organization: string
  /** The kind of its timer, as `clock.pending()` tells it. */
  readonly work: string
  /** True for what could not be done; `text` says why. */
  readonly skipped: boolean
  /** The work in words. */
  readonly text: string
  /** The records that it made or changed, or that it was to make something of. */
  readonly records: readonly { readonly type: string; readonly id: number }[]
}

/** A webhook became inactive or active again (docs/service.md §14.4). */
export interface WebhookEntry extends Entry {
  /** Tells the entries of the timeline apart. */
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
    /** The deliveries that ended with it. */
    readonly ended: readonly number[]
  }
  /** The reason, for people. */
  readonly why: string
}

/** One thing that happened. Requests are the entries of `simulator.traffic` themselves. */
export type TimelineEntry =
  | TrafficEntry
  | DeliveryEntry
  | ClockEntry
  | StepEntry
  | WriteEntry
  | WorkEntry
  | WebhookEntry

/** All but requests. */
export type Event = Exclude<TimelineEntry, TrafficEntry>

/** An event before it has its place. */
export type NewEvent = Event extends infer One
  ? One extends Event
    ? Omit<One, 'sequence' | 'at'>
    : never
  : never
