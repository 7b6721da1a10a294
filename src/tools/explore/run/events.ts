import type { Reason } from '../../../index'
import { InvariantViolation } from '../../../kernel/invariant'
import type { Leg, Misfortune } from '../plan/plan'

/** A message that was held. Times are milliseconds since 1970. */
export interface Held {
  /** The place of the hold in the plan. */
  readonly index: number
  readonly leg: Leg
  readonly from: number
  readonly until: number
  /** False if what it waited for did not come. */
  readonly hasCome: boolean
}

/** The content of an answer, as far as a story tells it. */
export interface AnswerContent {
  /** Of a list: its records, by the name that people know them by, or else by their identifier. */
  readonly records?: readonly string[]
  /** Of a list: its records on all pages. */
  readonly count?: number
  /** Of one record: its members as JSON, without instants. */
  readonly members?: Readonly<Record<string, string>>
}

/** A run or an instance of the program that works beside the first one. */
export type SecondSender = 'the second run' | 'the second instance'

/** A request of the program, for the story. */
export interface RequestEvent {
  readonly kind: 'request'
  /** It reached the service then: milliseconds since 1970. */
  readonly at: number
  readonly sentAt: number
  /** The request's own time-out fires then, or else the first timer that the program set as it sent it. */
  readonly timeoutAt?: number
  /** Possible causes of the request: the indexes of events whose answer or delivery had just come. */
  readonly after: readonly number[]
  readonly held?: readonly Held[]
  readonly on: string
  readonly request: number
  readonly attempt: number
  /** The path with its query. */
  readonly path: string
  /** The sender, if it is not the first run of the first instance. */
  readonly sender?: SecondSender
  /** The place of its entry in the traffic. */
  readonly sequence?: number
  /** Told of the calm run and of a failure only. */
  readonly answer?: AnswerContent
  /** Archived records leave the list, so it shifts. */
  readonly hidesArchived: boolean
  readonly isLaterPage: boolean
  /** The index in the plan of what happened to it. */
  readonly misfortune?: number
  /** The body without the key, which makes two requests the same in the eyes of a reader. */
  readonly body: string
  readonly idempotencyKey: string | null
  readonly apiKey: string
  readonly status: number | null
  /** The reason of its answer; null before it has one. */
  readonly reason: Reason | null
  /** Its answer asked to send nothing more until then: milliseconds since 1970. Told as `answer` is. */
  readonly retryAt?: number
  /** The answer is the one that was stored under the key. */
  readonly isReplayed?: true
  /** The assumptions that the answer rested on. */
  readonly assumptions: readonly string[]
  /** `run`, which sent it, had ended when its answer came. */
  readonly isLeft?: true
  /** The act of somebody else just before. */
  readonly interference?: string
}

export interface DeliveryEvent {
  readonly kind: 'delivery'
  readonly at: number
  readonly on: string
  readonly delivery: number
  readonly attempt: number
  /** It came once more at the same time, or forged. */
  readonly isCopy?: true
  /** It did not reach the program. */
  readonly isRefused?: true
  readonly misfortune?: number
  readonly held?: readonly Held[]
  readonly status: number | null
}

/** A write to the disk before the calm round. */
export interface WriteEvent {
  readonly kind: 'write'
  readonly at: number
  /** Possible causes of the write, as for a request. */
  readonly after: readonly number[]
  readonly on: string
  readonly write: number
  readonly misfortune?: number
  readonly held?: undefined
}

/** Something that happened to the program as a whole. */
export interface ProgramEvent {
  readonly kind: 'program'
  readonly at: number
  readonly did: 'died' | 'started again' | 'gave up' | 'hangs' | 'heard nothing more'
  readonly why?: string
}

export type ExchangeEvent = RequestEvent | DeliveryEvent

export function exchangeAt(events: readonly TrialEvent[], { event }: Pick<Arrival, 'event'>): ExchangeEvent {
  const found = events[event]
  if (found && isExchange(found)) return found
  throw new InvariantViolation('a leg ends at an event that is no exchange')
}

/** Misfortunes happen to one of these. */
export type HitPlace = ExchangeEvent | WriteEvent
export type TrialEvent = HitPlace | ProgramEvent

export const isExchange = (event: TrialEvent): event is ExchangeEvent =>
  event.kind === 'request' || event.kind === 'delivery'

/** A leg of an exchange that came to its end, in the order of all of them. */
export interface Arrival {
  readonly event: number
  readonly leg: Leg
  /** Milliseconds since 1970. */
  readonly at: number
  /** Until when it could have been held. */
  readonly latest: number
  /** The timers that the program had set and not cleared when the leg came to its end: pauses, and time-outs. */
  readonly timers: readonly ProgramTimer[]
}

/** A timer of the program. Times are milliseconds since 1970. */
export interface ProgramTimer {
  readonly at: number
  readonly due: number
  readonly hasFired: boolean
  /** It was cleared then, or a request under this signal was last answered. */
  readonly clearedAt?: number
}

/** A write of somebody else. */
export interface OtherWrite {
  /** The member of `simulator.records`. */
  readonly records: string
  /** The identifier of the record's path. */
  readonly id: number
  /** The change of the record. */
  readonly did: 'created' | 'updated' | 'removed' | 'locked' | 'closed'
  /** The record as it was just before, of one that was updated or removed. */
  readonly was?: Readonly<Record<string, unknown>>
  /** The record as it was just after, of one that was updated. */
  readonly became?: Readonly<Record<string, unknown>>
}

/** The facts about a plan once it was played. */
export interface PlanOutcome {
  readonly plan: readonly Misfortune[]
  readonly complaints: readonly string[]
  readonly events: readonly TrialEvent[]
  /** The number of events before the last round, which is calm. */
  readonly calmAt: number
  /** The beginning of each round: milliseconds since 1970. */
  readonly rounds: readonly number[]
  readonly arrivals: readonly Arrival[]
  /** The indexes of misfortunes that happened. */
  readonly met: readonly number[]
  /** For each operation, the number of tries of each distinct request. */
  readonly requests: Readonly<Record<string, readonly number[]>>
  /** The counts at the beginning of the last round, which is calm: what a misfortune could have hit. */
  readonly hittableTries: Readonly<Record<string, readonly number[]>>
  readonly deliveries: Readonly<Record<string, number>>
  /** For each file, how often it was written before the last round. */
  readonly writes: Readonly<Record<string, number>>
  /** Requests and deliveries line by line, to compare runs. */
  readonly fingerprint: readonly string[]
  readonly assumptions: readonly string[]
  /** Nothing was made that a check could look at: no record, no file, no report. */
  readonly isEmpty: boolean
  /** The check gave no list back, so that it can complain only by throwing. */
  readonly isUnlisted?: true
  /** The check looked at another world. */
  readonly isOutside?: true
  /** Texts on what was there for nothing in this plan, such as an oracle that compared nothing. */
  readonly idle?: readonly string[]
  /** Records of a stranger were asked for, so they may come after any list. */
  readonly hasStrangers?: true
  /** Its times are real, so two runs differ in them. */
  readonly isReal?: true
}
