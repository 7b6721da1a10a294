import type { Reception } from '../../events/traffic/outcome'
import { hostTime } from '../../host-time/host-time'
import { shortestInstant } from '../../kernel/instant'
import { eventId } from '../../service/webhooks/event-id'
import { outcomeOf } from '../../service/webhooks/outcome'
import { send } from '../../service/webhooks/send'
import { signWebhook } from '../../service/webhooks/signature'
import type { WebhookEvent } from '../../service/webhooks/verify-webhook'
import type { CheckSettings } from './options'

/** The difference between a request and a genuine one. */
export interface Forgery {
  /** Seconds by which the timestamp is off; negative means in the past. */
  readonly skew?: number
  readonly secret?: string
  /** The body to send in place of the signed one. */
  readonly sent?: (signed: string) => string
  /** The signature header to send. */
  readonly signature?: (genuine: string) => string
  readonly without?: 'Signature-V1' | 'Request-Timestamp'
}

export interface ReceiverAnswer {
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
export class Courier {
  /** Part of the event ids, so that a receiver that remembers them can be checked again. */
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

  /** Rounded, so that a second that passes meanwhile does not move it across the limit of 300. */
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
