import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceiverRule } from 'accounting-simulator/receiver'

/** A receiver written by hand, with everything about it to be broken. Its signature check owes nothing to the product. */
export interface Habits {
  readonly secret: string
  readonly signed: (timestamp: string, raw: string) => string
  readonly isSame: (given: string, own: string) => boolean
  readonly isRequired: boolean
  /** Seconds that the timestamp lies behind the receiver's clock. */
  readonly isFresh: (behind: number) => boolean
  readonly refusal: number
  /** Works before it checks. */
  readonly isHasty: boolean
  readonly isDeduping: boolean
  readonly repeated: number
  /** Milliseconds between the look whether an event is known and the note that it is. */
  readonly pause: number
  readonly refusesOlder: boolean
  readonly most: number
  readonly isSilent: boolean
}

const GOOD: Habits = {
  secret: 'whsec_demo',
  signed: (timestamp, raw) => `${timestamp}.${raw}`,
  isSame: (given, own) =>
    given.length === own.length && timingSafeEqual(Buffer.from(given), Buffer.from(own)),
  isRequired: true,
  isFresh: (behind) => Math.abs(behind) <= 300,
  refusal: 400,
  isHasty: false,
  isDeduping: true,
  repeated: 204,
  pause: 0,
  refusesOlder: false,
  most: Number.POSITIVE_INFINITY,
  isSilent: false,
}

export class HandmadeReceiver {
  effects = 0
  /** The state that it keeps of the record. */
  lastChange = ''
  readonly #habits: Habits
  readonly #seen = new Set<string>()
  readonly #now: () => number
  #busy = 0

  constructor(habits: Partial<Habits>, now: () => number) {
    this.#habits = { ...GOOD, ...habits }
    this.#now = now
  }

  readonly receive = async (request: Request): Promise<Response> => {
    if (this.#habits.isSilent) return new Promise(() => undefined)
    try {
      return new Response(null, { status: await this.#status(request) })
    } catch {
      return new Response(null, { status: 500 })
    }
  }

  async #status(request: Request): Promise<number> {
    const { refusal, isHasty, isDeduping, repeated, pause, refusesOlder, most } = this.#habits
    const raw = await request.text()
    const { event_id, created_at } = JSON.parse(raw) as { event_id: string; created_at: string }
    if (isHasty && !this.#seen.has(event_id)) this.effects += 1
    if (!this.#isGenuine(request.headers, raw)) return refusal
    if (isDeduping && this.#seen.has(event_id)) return repeated
    if (this.#busy >= most) return 503
    if (pause === 0) this.#seen.add(event_id)
    this.#busy += 1
    if (pause > 0 || most < 100) await new Promise((resolve) => setTimeout(resolve, pause))
    this.#busy -= 1
    this.#seen.add(event_id)
    if (refusesOlder && created_at < this.lastChange) return 409
    if (!isHasty) this.effects += 1
    this.lastChange = created_at
    return 204
  }

  #isGenuine(headers: Headers, raw: string): boolean {
    const { secret, signed, isSame, isRequired, isFresh } = this.#habits
    const given = headers.get('service-webhook-signature-v1')
    const timestamp = headers.get('service-webhook-request-timestamp')
    if (given === null || timestamp === null) return !isRequired
    const own = createHmac('sha256', secret).update(signed(timestamp, raw)).digest('hex')
    return isSame(given, own) && isFresh(Math.floor(this.#now() / 1000) - Number(timestamp))
  }
}

interface Variant {
  readonly what: string
  readonly habits: Partial<Habits>
  readonly breaks: ReceiverRule
  /** Only what the receiver keeps shows it. */
  readonly look?: 'state'
}

const reserialised = (timestamp: string, raw: string) => `${timestamp}.${JSON.stringify(JSON.parse(raw))}`

export const VARIANTS: readonly Variant[] = [
  { what: 'another secret', habits: { secret: 'whsec_other' }, breaks: 'accept-genuine' },
  {
    what: 'another signed text',
    habits: { signed: (timestamp, raw) => timestamp + raw },
    breaks: 'accept-genuine',
  },
  { what: 'no signature check', habits: { isSame: () => true }, breaks: 'check-signature' },
  {
    what: 'compares the beginning',
    habits: { isSame: (given, own) => own.startsWith(given) },
    breaks: 'check-signature',
  },
  { what: 'signs the body only', habits: { signed: (_, raw) => raw }, breaks: 'accept-genuine' },
  { what: 'no signature, no check', habits: { isRequired: false }, breaks: 'require-signature' },
  { what: 'signs the JSON written anew', habits: { signed: reserialised }, breaks: 'raw-bytes' },
  { what: 'no look at the time', habits: { isFresh: () => true }, breaks: 'timestamp-window' },
  { what: 'takes the future', habits: { isFresh: (behind) => behind <= 300 }, breaks: 'timestamp-window' },
  { what: 'takes the past', habits: { isFresh: (behind) => -behind <= 300 }, breaks: 'timestamp-window' },
  {
    what: 'a minute only',
    habits: { isFresh: (behind) => Math.abs(behind) <= 60 },
    breaks: 'timestamp-window',
  },
  {
    what: 'ten minutes',
    habits: { isFresh: (behind) => Math.abs(behind) <= 600 },
    breaks: 'timestamp-window',
  },
  { what: 'refuses with 500', habits: { refusal: 500 }, breaks: 'refuse-with-400' },
  { what: 'refuses with a redirect', habits: { refusal: 302 }, breaks: 'refuse-with-400' },
  {
    what: 'crashes on a short signature',
    habits: { isSame: (given, own) => timingSafeEqual(Buffer.from(given), Buffer.from(own)) },
    breaks: 'refuse-with-400',
  },
  { what: 'works before it checks', habits: { isHasty: true }, breaks: 'no-effect-when-refused' },
  { what: 'does not dedupe', habits: { isDeduping: false }, breaks: 'drop-repeated' },
  { what: 'answers 409 to what it knows', habits: { repeated: 409 }, breaks: 'drop-repeated' },
  { what: 'notes too late what it knows', habits: { pause: 5 }, breaks: 'drop-repeated' },
  { what: 'refuses what is older', habits: { refusesOlder: true }, breaks: 'any-order' },
  { what: 'believes what comes last', habits: {}, breaks: 'any-order', look: 'state' },
  { what: 'can do three at a time', habits: { most: 3 }, breaks: 'every-event' },
  { what: 'never answers', habits: { isSilent: true }, breaks: 'answer-quickly' },
]
