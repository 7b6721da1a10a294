import type { Reception } from '../../events/traffic/outcome'
import { hostTime } from '../../host-time/host-time'
import { shortestInstant } from '../../kernel/instant'
import { eventId } from '../../service/webhooks/event-id'
import { outcomeOf } from '../../service/webhooks/outcome'
import { send } from '../../service/webhooks/send'
import { signWebhook } from '../../service/webhooks/signature'
import type { WebhookEvent } from '../../service/webhooks/verify-webhook'
import { type CheckSettings, siblingsOf } from './options'
import type { ReceiverCheck } from './report'
import type { ReceiverRule } from './rules'

/** The results so far, and the methods that add further checks. */
export class Examination {
  readonly checks: ReceiverCheck[] = []
  readonly courier: Courier
  readonly topic: string
  #observe: (() => unknown) | undefined
  #first: Look | undefined
  #hasChanged = false

  constructor(settings: CheckSettings) {
    this.courier = new Courier(settings)
    this.topic = settings.about.topic
    this.#observe = settings.observe
  }

  /** True if `observe` returned a state that no event changed. For a counter the checks report it. */
  get isUnmoved(): boolean {
    return this.#first !== undefined && 'state' in this.#first && !this.#hasChanged
  }

  note(name: string, rule: ReceiverRule, ok: boolean, seen: string): void {
    this.checks.push({ name, rule, ok, seen })
  }

  /** Observes the receiver; undefined if it cannot be observed. */
  async look(): Promise<Look | undefined> {
    if (!this.#observe) return undefined
    const seen = await this.#observe()
    const look = typeof seen === 'number' ? { effects: seen } : { state: JSON.stringify(seen) ?? 'undefined' }
    this.#first ??= look
    if (isDifferent(this.#first, look)) this.#hasChanged = true
    return look
  }

  /** Sends the first genuine event. An unhandled topic is reported once, and effects are then ignored. */
  async begins(name: string): Promise<boolean> {
    const rule = 'accept-genuine'
    const { answer, difference } = await this.#sent(this.topic)
    const isSilent = answer.status === null
    const isHandled = answer.isAccepted && difference !== 0
    const advice = isSilent || isHandled ? '' : await this.#advice(answer)
    this.note(
      name,
      isSilent ? 'answer-quickly' : rule,
      answer.isAccepted,
      answer.text + (answer.isAccepted ? '' : advice),
    )
    if (answer.isAccepted && difference !== undefined && difference !== 1)
      this.note(`${name}: its effect`, rule, false, `${difference} effects${advice}`)
    if (difference === 0) this.#observe = undefined
    return answer.isAccepted
  }

  /** Names a topic of the same model that the receiver handles, if there is one. */
  async #advice({ isAccepted, status }: ReceiverAnswer): Promise<string> {
    for (const topic of siblingsOf(this.topic)) {
      const { answer, difference } = await this.#sent(topic)
      const isHandled = isAccepted ? difference !== 0 : answer.isAccepted
      if (isHandled) return ` for ${this.topic}; it handles ${topic}: about: { topic: '${topic}' }`
    }
    const failed = (status ?? 0) >= 500 ? ', or look at what failed in it, such as its own requests' : ''
    return ` for ${this.topic}; name a topic that it handles: about: { topic, object_type }${failed}`
  }

  async #sent(topic: string, forgery: Forgery = {}) {
    const before = await this.look()
    const answer = await this.courier.send(bodyOf(this.courier.event(0, topic)), forgery)
    return { answer, difference: effectsBetween(before, await this.look()) }
  }

  /** Sends a new event that the receiver must accept. True if it did. */
  async takes(name: string, rule: ReceiverRule, forgery: Forgery = {}): Promise<boolean> {
    const { answer, difference } = await this.#sent(this.topic, forgery)
    this.note(name, answer.status === null ? 'answer-quickly' : rule, answer.isAccepted, answer.text)
    if (answer.isAccepted && difference !== undefined && difference !== 1)
      this.note(`${name}: its effect`, rule, false, `${difference} effects`)
    return answer.isAccepted
  }

  /** Sends a forged event that the receiver must refuse. True if it did. */
  async refuses(name: string, rule: ReceiverRule, forgery: Forgery): Promise<boolean> {
    const before = await this.look()
    const answer = await this.courier.send(bodyOf(this.courier.event()), forgery)
    const hadEffect = isDifferent(before, await this.look())
    this.note(name, ruleFor(answer, rule), answer.isStopped, answer.text)
    if (!answer.isAccepted && hadEffect)
      this.note(
        `${name}: no effect`,
        'no-effect-when-refused',
        false,
        `refused with ${answer.text}, yet it had an effect`,
      )
    return !answer.isAccepted
  }
}

/** Acceptance breaks the check's own rule. A refusal with a wrong status breaks the rule about refusals. */
function ruleFor({ status, isAccepted, isStopped }: ReceiverAnswer, rule: ReceiverRule): ReceiverRule {
  if (status === null) return 'answer-quickly'
  return isAccepted || isStopped ? rule : 'refuse-with-400'
}

type Look = { readonly effects: number } | { readonly state: string }

export function effectsBetween(before: Look | undefined, after: Look | undefined): number | undefined {
  return before && after && 'effects' in before && 'effects' in after
    ? after.effects - before.effects
    : undefined
}

export const isDifferent = (before: Look | undefined, after: Look | undefined): boolean =>
  JSON.stringify(before) !== JSON.stringify(after)

export const bodyOf = (event: object): string => JSON.stringify(event)

/** The differences from a genuine request. */
interface Forgery {
  /** Seconds by which the timestamp is off; negative means in the past. */
  readonly skew?: number
  readonly secret?: string
  /** Returns the body to send instead of the signed one. */
  readonly sent?: (signed: string) => string
  /** Returns the signature header to send. */
  readonly signature?: (genuine: string) => string
  readonly without?: 'Signature-V1' | 'Request-Timestamp'
}

interface ReceiverAnswer {
  /** Null without a response. */
  readonly status: number | null
  readonly isAccepted: boolean
  /** Refused permanently: the service would not retry. */
  readonly isStopped: boolean
  readonly text: string
}

/** The URL that a receiver function sees. */
const ADDRESS = 'https://hooks.example.com/'
const WEBHOOK = '00000000-0000-4000-8000-000000000001'
let runs = 0

/** Creates events and sends them to the receiver, genuine or forged. */
class Courier {
  /** Part of the event ids, so that a receiver that stores them can be checked again. */
  readonly #run: string
  #made = 0

  constructor(private readonly settings: CheckSettings) {
    runs += 1
    this.#run = `${hostTime.now()}.${runs}`
  }

  event(createdSecondsAgo = 0, topic = this.settings.about.topic): WebhookEvent {
    const { about, now } = this.settings
    this.#made += 1
    return {
      event_id: eventId(`check ${this.#run}`, about.object_type, about.id, 'checked', this.#made),
      api_version: '2026-06-27',
      topic,
      object_type: about.object_type,
      object: { id: about.id },
      webhook_uuid: WEBHOOK,
      created_at: shortestInstant((Math.floor(now() / 1000) - createdSecondsAgo) * 1000),
    }
  }

  async send(body: string, forgery: Forgery = {}): Promise<ReceiverAnswer> {
    const { target, headerPrefix, patience } = this.settings
    const sent = forgery.sent?.(body) ?? body
    const request = { url: ADDRESS, headers: this.#headers(body, headerPrefix, forgery), body: sent }
    const connected = {
      prefix: ADDRESS,
      receiver: target,
      timestamps: 'virtual',
      mayThrow: true,
      isSuccessor: false,
    } as const
    // Without this, Node would exit while the program waits for a silent receiver.
    const release = hostTime.keepAliveFor(patience)
    try {
      return answerOf(await send(request, connected, hostTime.timeoutSignal(patience)))
    } finally {
      release()
    }
  }

  #headers(body: string, prefix: string, forgery: Forgery): Record<string, string> {
    const { skew = 0, secret = this.settings.secret, signature, without } = forgery
    const timestamp = this.#timestamp(skew)
    const genuine = signWebhook({ secret, timestamp, body })
    const headers = {
      Uuid: WEBHOOK,
      'Request-Timestamp': String(timestamp),
      'Signature-V1': signature?.(genuine) ?? genuine,
    }
    const named = Object.entries(headers)
      .filter(([name]) => name !== without)
      .map(([name, value]) => [`${prefix}-Webhook-${name}`, value])
    return { 'content-type': 'application/json', ...Object.fromEntries(named) }
  }

  /** Rounds so that the time until arrival cannot move it across the limit of 300 seconds. */
  #timestamp(skew: number): number {
    const seconds = this.settings.now() / 1000
    const isRoundedUp = skew !== 0 && (Math.abs(skew) > 300 ? skew > 0 : skew < 0)
    return (isRoundedUp ? Math.ceil(seconds) : Math.floor(seconds)) + skew
  }
}

function answerOf(reception: Reception): ReceiverAnswer {
  const outcome = outcomeOf(reception)
  const status = reception.kind === 'response' ? reception.status : null
  const text =
    reception.kind === 'network-error' ? reception.text : status === null ? 'no answer' : String(status)
  return { status, isAccepted: outcome === 'delivered', isStopped: outcome === 'stop', text }
}
