import type { Scope, World } from '../engine/model/context'
import { taking } from '../errors/at-caller'
import { wrongOption } from '../errors/option-error'
import { arrayOf, flag, form, members, orElse, type Reader, unchecked } from '../errors/reader'
import { isUrl } from '../host-time/platform'
import { formatInstant } from '../kernel/instant'
import { isObject } from '../kernel/is-object'
import { attemptNow, type DeliveryTransport, takeRoom } from '../service/webhooks/deliver'
import { forgottenIn, keptIn } from '../service/webhooks/log'
import type { Replayed } from '../service/webhooks/queue-controls'
import * as controls from '../service/webhooks/queue-controls'
import { type AttemptRow, type DeliveryStatus, webhooksIn } from '../service/webhooks/rows'
import { isHeld, queueOf, waitingIn } from '../service/webhooks/schedule'
import { signatureNotes } from '../service/webhooks/signature-age'
import type { ConnectOptions, Receiver, Targets, UrlRule } from '../service/webhooks/targets'
import type { TimeDriver } from '../time/time-driver'

export interface QueuedDelivery {
  /** The id of the delivery. */
  readonly id: number
  /** The id of the event that is delivered. */
  readonly event_id: string
  /** The topic of the event. */
  readonly topic: string
  /** The webhook that receives the delivery. */
  readonly webhook_uuid: string
  /** The URL that the delivery is sent to. */
  readonly url: string
  /** ISO 8601 in UTC, with milliseconds. */
  readonly due: string
  /** The state of the delivery. */
  readonly status: DeliveryStatus
  /** Number of requests sent so far. */
  readonly attempts: number
  /** The exact text that is sent. */
  readonly body: string
  /** The `sequence` of the timeline's entry that caused the event; null if it is not known. */
  readonly cause: number | null
}

/** A connection that receives deliveries. */
export interface WebhookTarget {
  /** The prefix of the URLs; null for a rule. */
  readonly prefix: string | null
  /** The URL of the loopback server; null for a function. */
  readonly target: string | null
  /** The clock that signatures take their time from. */
  readonly timestamps: 'virtual' | 'wall'
  /** True if it replaced another receiver that was still connected to the same URLs. */
  readonly isSuccessor: boolean
}

/** A webhook that was registered over HTTP (docs/service.md §14.1), without its secret. */
export interface RegisteredWebhook {
  /** The id of the webhook. */
  readonly uuid: string
  /** The URL that deliveries are sent to. */
  readonly url: string
  /** The topics that the webhook receives. */
  readonly topics: readonly string[]
  /** True if the webhook receives deliveries. */
  readonly is_active: boolean
  /** ISO 8601 in UTC, with milliseconds; null unless the service has disabled the webhook. */
  readonly disabled_at: string | null
  /** The reason; empty unless the service has disabled the webhook. */
  readonly disabled_reason: string
}

export type WebhookAttempt = Pick<
  AttemptRow,
  'event_id' | 'webhook_uuid' | 'at' | 'source_address' | 'request' | 'response' | 'why'
>

/** Identifies an event that was sent to an endpoint: an attempt, a queued delivery, or the two ids alone. */
export type SentTo = Pick<WebhookAttempt, 'event_id' | 'webhook_uuid'>

export interface EventReplayOptions {
  /** True to activate inactive webhooks first, like a PATCH. @default false */
  readonly activate?: boolean
}

/**
 * Controls the webhook deliveries of one organisation (docs/service.md §14.4).
 *
 * @example
 * simulator.webhooks.connect('https://hooks.example.com/', (request) => receive(request))
 * simulator.webhooks.hold()
 * simulator.webhooks.reorder(simulator.webhooks.queue.map(({ id }) => id).reverse())
 * simulator.webhooks.release()
 * await simulator.webhooks.flush()
 */
export interface Webhooks {
  /**
   * Sends deliveries whose URL begins with the prefix, or for which the rule returns true, to a function or
   * to a loopback server. The longest prefix wins, and a prefix wins over a rule. A new connection of the
   * same prefix replaces the old one, so two receivers need two URLs. Deliveries never leave the machine: a
   * URL without a connection counts as a refused connection. Returns the function that disconnects.
   * @throws OptionError
   */
  connect(prefix: string | UrlRule, target: Receiver | string, options?: ConnectOptions): () => void
  /** The connections of this simulator and its forks, the latest first. */
  readonly targets: readonly WebhookTarget[]
  /** @internal The connections themselves. */
  readonly receivers: Targets
  /** The registered webhooks in the order of registration, including those that the service has disabled. */
  readonly registered: readonly RegisteredWebhook[]
  /** True after `hold` until `release`. */
  readonly isHeld: boolean
  /** True if deliveries to the URL go to a connected loopback server. @throws OptionError for a path only */
  reaches(url: string): boolean
  /**
   * Sends the deliveries that are due and fires no other timer. With a manual clock, only this call and
   * advances send deliveries.
   * @throws UsageError if a receiver's answers cause more than 10,000 deliveries at one instant
   */
  flush(): Promise<void>
  /** Waiting deliveries in the order in which they will be sent. */
  readonly queue: readonly QueuedDelivery[]
  /** The number of waiting deliveries, cheaper than the length of `queue`. */
  readonly waiting: number
  /** Every attempt with its exact bytes, oldest first. Available as long as the delivery log. */
  readonly attempts: readonly WebhookAttempt[]
  /**
   * The number of attempts that `attempts` lacks because they are too old for the delivery log
   * (docs/service.md §14.4).
   */
  readonly forgotten: number
  /** Stops sending, even while time advances. */
  hold(): void
  /** Resumes sending. Deliveries that became due meanwhile are due now. */
  release(): void
  /** Sends one waiting delivery now, even while deliveries are held. */
  deliver(id: number): Promise<void>
  /** Queues a second delivery with the same bytes and returns its id. The copy is not in the delivery log. */
  duplicate(id: number): number
  /** Reorders waiting deliveries by exchanging their due times, so that they are sent in this order. */
  reorder(ids: readonly number[]): void
  /** Discards a waiting delivery. */
  drop(id: number): void
  /**
   * Queues an event or an attempt again. An event goes to every active endpoint that it was sent to. An
   * attempt, or another object with its `event_id` and `webhook_uuid`, goes to its endpoint, unless a
   * delivery waits there. Returns the queued deliveries, those already waiting, and the inactive endpoints.
   * @throws OptionError if no endpoint is active; `activate` activates inactive ones first
   * @example
   * const failed = simulator.webhooks.attempts.find(({ response }) => response?.status === 500)
   * if (failed) simulator.webhooks.replay(failed, { activate: true })
   */
  replay(sent: string | SentTo, options?: EventReplayOptions): Replayed
}

const wholeUrl = form<string>('a whole URL such as http://127.0.0.1:3000', isUrl)

const readIds = arrayOf(unchecked as Reader<number>, 'an array of ids')

const readReplayOptions = members({ activate: orElse(flag, false) })

/** Only two members are checked, because attempts and deliveries have more. */
function readSentTo(given: SentTo): SentTo {
  for (const name of ['event_id', 'webhook_uuid'] as const)
    if (typeof given[name] !== 'string')
      throw wrongOption('sent', 'an event_id, or an attempt: an object with event_id and webhook_uuid', given)
  return given
}

/** Adds a note on the age of the signature when read, because the age depends on the host's clock. */
function attemptsOf(scope: Scope, transport: DeliveryTransport): WebhookAttempt[] {
  const { headerPrefix, host } = transport
  const noteOn = signatureNotes(scope, { headerPrefix, hostNow: host.now() })
  return keptIn(scope).map((row) => {
    const { event_id, webhook_uuid, at, source_address, request, response } = row
    const note = noteOn(row)
    const why = note === undefined ? row.why : `${row.why}; ${note}`
    return { event_id, webhook_uuid, at, source_address, request, response, why }
  })
}

export function webhooksOf(
  own: { readonly world: World; ensureOrganization(): string },
  time: TimeDriver,
  transport: DeliveryTransport,
): Webhooks {
  const { world } = own
  const { store, clock } = world
  // The first use of an organisation creates it.
  const ownScope = (): Scope => ({ world, organization: own.ensureOrganization() })
  const act = <T>(work: (scope: Scope) => T): T => {
    const scope = ownScope()
    return store.history.atomically(() => work(scope))
  }
  return {
    connect(prefix, target, options) {
      const disconnect = transport.targets.connect(prefix, target, options)
      transport.targetsChanged()
      return () => {
        disconnect()
        transport.targetsChanged()
      }
    },
    receivers: transport.targets,
    get targets() {
      return transport.targets.all.map(({ prefix, receiver, timestamps, isSuccessor }) => ({
        prefix: typeof prefix === 'string' ? prefix : null,
        target: typeof receiver === 'string' ? receiver : null,
        timestamps,
        isSuccessor,
      }))
    },
    get registered() {
      return [...webhooksIn(ownScope()).rows()]
        .sort((a, b) => a.turn - b.turn)
        .map(({ id, url, topics, is_active, disabled_at, disabled_reason }) => ({
          uuid: id,
          url,
          topics,
          is_active,
          disabled_at,
          disabled_reason,
        }))
    },
    get isHeld() {
      return isHeld(ownScope())
    },
    reaches: (url) => transport.targets.reaches(wholeUrl(url, 'url')),
    flush() {
      transport.loopGuard.reset()
      return time.flush()
    },
    get queue() {
      const scope = ownScope()
      const hooks = webhooksIn(scope)
      return queueOf(scope).map((one) => ({
        id: one.id,
        event_id: one.event_id,
        topic: one.topic,
        webhook_uuid: one.webhook_uuid,
        url: hooks.get(one.webhook_uuid)?.url ?? '',
        due: formatInstant(one.due ?? clock.now),
        status: one.status,
        attempts: one.attempts,
        body: one.body,
        cause: transport.log.causes.of(one.event_id),
      }))
    },
    get waiting() {
      return waitingIn(ownScope()).length
    },
    get attempts() {
      return attemptsOf(ownScope(), transport)
    },
    get forgotten() {
      return forgottenIn(ownScope())
    },
    hold: () => act(controls.hold),
    release: () => act(controls.release),
    async deliver(id) {
      const scope = ownScope()
      await time.sendNow(() => {
        controls.takeOut(scope, id)
        takeRoom(transport.host)
        return attemptNow(scope, id, transport)
      })
    },
    duplicate: (id) => act((scope) => controls.duplicate(scope, id)),
    reorder: (ids) => act((scope) => controls.reorder(scope, readIds(ids, 'ids'))),
    drop: (id) => act((scope) => controls.drop(scope, id)),
    replay: taking(2, (sent, options = {}) => {
      const { activate } = readReplayOptions(options, 'options')
      const { event_id: event, webhook_uuid: webhook } = isObject(sent)
        ? readSentTo(sent)
        : { event_id: sent, webhook_uuid: undefined }
      return act((scope) => controls.replayEvent(scope, { event, webhook, activate }))
    }),
  }
}
