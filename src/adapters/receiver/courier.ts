import { hostTime } from '../../host-time'
import { shortestInstant } from '../../kernel/instant'
import { eventId } from '../../webhooks/event-id'
import { outcomeOf, type Reception } from '../../webhooks/outcome'
import { send } from '../../webhooks/send'
import { signWebhook } from '../../webhooks/signature'
import type { WebhookEvent } from '../../webhooks/verify-webhook'
import type { CheckSettings } from './options'

/** How a request differs from what the service would send. */
export interface Forgery {
  /** Seconds by which the timestamp is off; below 0 it is old. */
  readonly skew?: number
  readonly secret?: string
  /** The body that is sent in place of the one that was signed. */
  readonly sent?: (signed: string) => string
  /** What stands in the signature header. */
  readonly signature?: (genuine: string) => string
  readonly without?: 'Signature-V1' | 'Request-Timestamp'
}

export interface Answer {
  /** Null when there was none. */
  readonly status: number | null
  readonly isAccepted: boolean
  /** Refused for good: the service would not try again. */
  readonly isStopped: boolean
  readonly text: string
}

/** What a function as receiver sees as its URL. */
const ADDRESS = 'https://hooks.example.com/'
const WEBHOOK = '00000000-0000-4000-8000-000000000001'
let runs = 0

/** Makes events, and brings them to the receiver in the form wanted. */
export class Courier {
  readonly #settings: CheckSettings
  /** In the ids of the events, so that a receiver which remembers them can be checked again. */
  readonly #run: string
  #made = 0

  constructor(settings: CheckSettings) {
    this.#settings = settings
    runs += 1
    this.#run = `${hostTime.now()}.${runs}`
  }

  event(createdSecondsAgo = 0): WebhookEvent {
    const { about, now } = this.#settings
    this.#made += 1
    return {
      event_id: eventId(`check ${this.#run}`, about.object_type, about.id, 'checked', this.#made),
      api_version: '2026-06-27',
      topic: about.topic,
      object_type: about.object_type,
      object: { id: about.id },
      webhook_uuid: WEBHOOK,
      created_at: shortestInstant((Math.floor(now() / 1000) - createdSecondsAgo) * 1000),
    }
  }

  async send(body: string, forgery: Forgery = {}): Promise<Answer> {
    const { target, headerPrefix, patience } = this.#settings
    const sent = forgery.sent?.(body) ?? body
    const request = { url: ADDRESS, headers: this.#headers(body, headerPrefix, forgery), body: sent }
    const connected = { prefix: ADDRESS, receiver: target, timestamps: 'virtual' } as const
    // A program that only waits for a silent receiver would otherwise end in the middle of it.
    const fallAsleep = hostTime.staysAwake(patience)
    try {
      return answerOf(await send(request, connected, hostTime.givesUpAfter(patience)))
    } finally {
      fallAsleep()
    }
  }

  #headers(body: string, prefix: string, forgery: Forgery): Record<string, string> {
    const { skew = 0, secret = this.#settings.secret, signature, without } = forgery
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

  /** Rounded so that a second that passes on the way does not change on which side of 300 it is. */
  #timestamp(skew: number): number {
    const seconds = this.#settings.now() / 1000
    const isRoundedUp = skew !== 0 && (Math.abs(skew) > 300 ? skew > 0 : skew < 0)
    return (isRoundedUp ? Math.ceil(seconds) : Math.floor(seconds)) + skew
  }
}

function answerOf(reception: Reception): Answer {
  const outcome = outcomeOf(reception)
  const status = reception.kind === 'response' ? reception.status : null
  const text =
    reception.kind === 'network-error' ? reception.text : status === null ? 'no answer' : String(status)
  return { status, isAccepted: outcome === 'delivered', isStopped: outcome === 'stop', text }
}
