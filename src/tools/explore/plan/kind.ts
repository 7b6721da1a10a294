import type { DeliveryEffect, RequestEffect } from '../../../index'

export type Profile = 'orders' | 'network' | 'production' | 'cosmic' | 'evolution'

/** The part of the traffic that a kind of misfortune can happen to. */
export type MisfortuneTarget =
  | 'request'
  /** A request at whose sending the program set a timer, such as a time-out. */
  | 'timed request'
  | 'write'
  /** A request whose URL names a record. */
  | 'record'
  | 'read'
  | 'list'
  /** A list of which further pages were read; where a stranger's records are asked for, any list. */
  | 'pages'
  | 'shrinking list'
  | 'shrinking pages'
  | 'delivery'
  | 'disk'
  | 'order'

/** Our own estimate of how often integrations meet it in production. */
export type Rank = 'often' | 'sometimes' | 'rare'

/** An act of somebody else on a record of the organisation. */
export type OtherPersonsAct =
  | 'pays'
  | 'pays oldest'
  | 'pays part'
  | 'pays too much'
  | 'credits'
  | 'edits'
  | 'edits lines'
  | 'archives'
  | 'archives oldest'
  | 'sells'
  | 'sells twice'
  | 'renames'
  | 'removes'
  | 'removes oldest'
  | 'locks'
  | 'closes'

/** The program is killed or suspended, or its clock is set. */
export interface ProcessFault {
  readonly kills?: 'before' | 'after'
  readonly downMinutes?: number
  readonly suspendsHours?: number
  readonly skewsSeconds?: number
  readonly doubles?: 'run' | 'instance'
}

/** The network lets a delivery arrive in another way. Times are milliseconds. */
export interface DeliveryWay {
  /** It does not come this time. */
  readonly isLost?: true
  /** It is refused for so long, however often it is sent. */
  readonly refusedFor?: number
  /** All deliveries are refused for so long. */
  readonly downFor?: number
  /** It is refused until `run` is at work on its record. */
  readonly waitsForRun?: true
  readonly delay?: number
  readonly isAnswerLost?: true
  readonly copy?: DeliveryCopy
}

/** The delivery comes once more. */
export interface DeliveryCopy {
  /** The copy does not wait for the answer. */
  readonly isAtOnce?: true
  /** Milliseconds after the answer. @default the way from the service to the receiver */
  readonly after?: number
  /** It is another event: with the signature of this one, a part of it, or none. */
  readonly signature?: 'wrong' | 'short' | 'none'
}

export interface MisfortuneKind {
  readonly to: MisfortuneTarget
  /** The mildest profile that has it; 'others' are only there with `others: true`. */
  readonly profile: Profile | 'others'
  readonly rank: Rank
  /** The fault of the simulator that it is, for one request or delivery. */
  readonly fault?: RequestEffect | DeliveryEffect
  /** The fault in its place for a program that lives in real time: it lasts a few seconds. */
  readonly brief?: RequestEffect
  /** A program in real time does not meet it. */
  readonly isVirtual?: true
  /** The fault starts with the request and hits all requests for so long. */
  readonly during?: string
  /** The fault starts there and hits everything from then on. */
  readonly isLasting?: true
  /** The answer comes just before or just after that timer of the program fires. */
  readonly waits?: 'in time' | 'too late'
  readonly processFault?: ProcessFault
  readonly othersAct?: OtherPersonsAct
  /** The act comes once more, just after the answer, in the same instant. */
  readonly isDoneAgain?: true
  /** The way in which the delivery arrives. It takes the place of `fault`, which a scenario gets. */
  readonly reception?: DeliveryWay
  /** The service did what the request asks for, which the story says before the description. */
  readonly isCarriedOut?: true
  /** The client cannot know whether the request was carried out. */
  readonly isAmbiguous?: true
  /** Requests that are sent with it meet it, too, if they arrive later. */
  readonly hitsLaterOnes?: true
  /** The service itself answers the request, which the story tells then. */
  readonly isAnsweredAsUsual?: boolean
  /** For the story. */
  readonly description: string
  /** Its description for a program that lives in real time, for which it is shorter. */
  readonly briefDescription?: string
}

/** A kind as its table writes it. */
export type KindRow = Omit<MisfortuneKind, Defaulted> & Partial<Pick<MisfortuneKind, Defaulted>>

type Defaulted = 'to' | 'profile' | 'rank'
