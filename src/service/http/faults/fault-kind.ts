import type { World } from '../../../engine/model/context'
import type { Reader } from '../../../errors/reader'
import type { Reception, RequestOutcome } from '../../../events/traffic/outcome'
import type { PlainRequest } from '../../../events/traffic/plain-request'
import type { FaultChange, WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import type { DurationInput } from '../../../kernel/duration'
import type { ApiKeyRow } from '../checks/caller'
import type { HeldResponses } from '../responses/held-responses'
import type { Match, Route } from '../routes/route'

/** The traffic that a fault acts on. */
export type FaultSide = 'requests' | 'deliveries'

/** The part of a world that faults are checked against. */
export type FaultWorld = Pick<World, 'registry' | 'assumptions'> & {
  readonly clock: Pick<World['clock'], 'now'>
}

export interface HitRequest {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly armedAt: number
  readonly world: World
  readonly held: HeldResponses
  readonly request: WireRequest
  readonly match: Match
}

/** The change that a fault makes to a message, with a sentence for the log. */
export type Damage = FaultChange & Partial<Message>

/** A reply, and what a fault did to it or to the world. */
export interface ChangedReply extends FaultChange {
  readonly reply: WireResponse
}

/** A reply in which a fault could change nothing. That is no hit. */
interface UnchangedReply {
  readonly reply: WireResponse
  readonly what?: undefined
}

export type ServedReply = ChangedReply | UnchangedReply

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface OnRequest<Effect> {
  /** It hits GET requests only. */
  readonly getOnly?: true
  /** Tells whether it can show on the operation at all. @default always */
  canReach?(route: Route, effect: Effect): boolean
  /** The messages that it acts on, for people. */
  readonly actsOn?: string
  /** It needs the world as it was when the fault was injected. */
  readonly needsPast?: true
  /** Tells whether it can show on the request. A fault skips requests on which it cannot. @default always */
  canShow?(world: World, request: WireRequest, match: Match, effect: Effect): boolean
  /** The outcome in place of the service's. */
  instead?(effect: Effect, hit: HitRequest): RequestOutcome
  /** Changes the caller's account before the request is served. */
  before?(effect: Effect, hit: HitRequest, key: ApiKeyRow): FaultChange
  /** Serves the request, and changes the world before or the answer after it. It is a hit if that shows. */
  around?(effect: Effect, hit: HitRequest, serve: () => WireResponse): ServedReply
  /** Acts after the service has answered. The operation is already committed. */
  after?(effect: Effect, hit: HitRequest, reply: WireResponse): RequestOutcome | FaultChange
}

/** The facts about a delivery before it is sent. */
export interface FaultableDelivery {
  /** A duplicate is not duplicated again. */
  readonly isCopy: boolean
  /** A fault has already delayed it. */
  readonly wasHeldBack: boolean
  /** Its endpoint is subscribed to all topics. */
  readonly hearsAll: boolean
}

/** A delivery before it is sent. */
export interface DeliveryAtHand extends FaultableDelivery {
  readonly organization: string
  readonly topic: string
  readonly request: PlainRequest
}

interface DeliveryCopy {
  readonly after?: DurationInput | undefined
  /** The content of the copy, where that is something else. */
  readonly says?: (body: string) => {
    readonly topic: string
    readonly event_id: string
    readonly body: string
  }
}

interface OnDelivery<Effect> {
  /** Tells whether it can show on the delivery. @default always */
  canShow?(delivery: FaultableDelivery, effect: Effect): boolean
  /** The body that is signed in its place. */
  rewrite?(effect: Effect, body: string): string | undefined
  delay?(effect: Effect): DurationInput
  /** A copy is sent, too: so long after it, or when it is answered. */
  copy?(effect: Effect): DeliveryCopy | undefined
  /** The reaction that the service hears in place of the receiver's; the receiver gets nothing. */
  instead?(effect: Effect): Reception
  /** The reaction that the service hears after the receiver has responded. */
  after?(reception: Reception): Reception
  /** A note for the attempt's `why`. @default 'nothing was sent' */
  note?(reception: Reception, effect: Effect): string
}

/** A kind of effect: how its value is read, and what it does to each kind of traffic that it acts on. */
export interface Kind<Effect> {
  readonly read: (world: FaultWorld) => Reader<unknown>
  /** Members that may stand beside it. */
  readonly alsoTakes?: Readonly<Record<string, Reader<unknown>>>
  /** The traffic that the value acts on, if not on all for which there is a part below. */
  sides?(effect: Effect): readonly FaultSide[]
  readonly requests?: OnRequest<Effect>
  readonly deliveries?: OnDelivery<Effect>
  /** Damages a response or a delivery. */
  damage?(effect: Effect, message: Message): Damage
}
