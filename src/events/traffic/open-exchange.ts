import type { AssumptionId } from '../../assumptions/index'
import type { RequestOutcome } from './outcome'
import { truncated } from './plain-request'
import type { LazyWarnings, ReasonText } from './reason-text'
import type { PlainResponse, TrafficEntry } from './traffic-entry'
import { REPLAY, type Reason, type WireResponse } from './wire-message'

type Settled = Omit<TrafficEntry, 'why'>

/** An entry while its members may change. `why` is set through the reason text. */
export type OpenEntry = { -readonly [Member in keyof Settled]: Settled[Member] } & Pick<TrafficEntry, 'why'>

/** The effects of a call besides its response. */
export interface Effects {
  readonly assumptions: readonly AssumptionId[]
  /** Undefined if nobody follows the changes. */
  readonly changed: boolean | undefined
}

const NO_EFFECTS: Effects = { assumptions: [], changed: undefined }
/** The reason for a write that had nothing to change. */
export const NOTHING_CHANGED = 'nothing changed'
const OUTCOMES = { reply: 'answered', 'network-error': 'lost', held: 'held' } as const
const BY_FAULT: Reason = { rule: 'fault', section: null }

/** A request in progress, until its outcome is known. */
export class OpenExchange {
  constructor(
    readonly entry: OpenEntry,
    /** The text behind the entry's `why`. */
    private readonly reasonText: ReasonText,
    /** Maximum number of characters kept of a body. */
    private readonly bodyAtMost: number,
    private readonly changed: () => void,
  ) {}

  close(outcome: RequestOutcome, effects: Effects = NO_EFFECTS): void {
    const { entry } = this
    const { answered, fault = null } = outcome
    const reason = outcome.kind === 'reply' ? outcome.reply.reason : undefined
    entry.assumptions = effects.assumptions
    entry.changed = effects.changed ?? false
    entry.fault = fault
    entry.outcome = OUTCOMES[outcome.kind]
    entry.reason = reason ?? answered?.reason ?? BY_FAULT
    entry.replayed = (outcome.kind === 'reply' ? reason : answered?.reason)?.rule === REPLAY
    if (outcome.kind === 'reply') {
      entry.response = this.#plain(outcome.reply)
      this.#say(outcome.reply.why, outcome.reply.further)
    } else this.#say(outcome.why, answered?.further)
    const bucket = (outcome.kind === 'reply' ? outcome.reply : answered)?.bucket ?? entry.reason.bucket
    if (bucket !== undefined) entry.bucket = bucket
    if (effects.changed === false && entry.reason.rule === 'done' && entry.request.method !== 'GET')
      this.reasonText.add(NOTHING_CHANGED)
    if (answered && !(outcome.kind === 'reply' && isSame(outcome.reply, answered)))
      entry.unseen = this.#plain(answered)
    this.changed()
  }

  /** Ends a held call with its response. */
  settle(response: WireResponse, at: string): void {
    const { entry } = this
    entry.ended = at
    entry.response = this.#plain(response)
    entry.outcome = 'answered'
    delete entry.unseen
    this.changed()
  }

  /** Ends a held call without a response. */
  end(outcome: 'aborted' | 'lost', why: string, at: string): void {
    this.entry.ended = at
    this.entry.outcome = outcome
    this.reasonText.add(why)
    this.changed()
  }

  /** Warnings count nothing if their body is stored anyway. */
  #say(why: string, further: LazyWarnings | undefined): void {
    const isKept = (further?.size ?? 0) <= this.bodyAtMost
    this.reasonText.say(why, isKept && further ? { size: 0, compute: further.compute } : further)
  }

  #plain({ status, headers, body }: WireResponse): PlainResponse {
    return { status, headers, body: truncated(body, this.bodyAtMost) }
  }
}

const isSame = (one: WireResponse, other: WireResponse): boolean =>
  one.body === other.body && one.headers['content-type'] === other.headers['content-type']
