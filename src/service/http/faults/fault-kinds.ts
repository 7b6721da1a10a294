import type { World } from '../../../engine/model/context'
import type { Permission, SubscriptionGroup } from '../../../engine/model/names'
import * as read from '../../../errors/reader'
import type { Reason, WireRequest } from '../../../events/traffic/wire-message'
import { addDuration, type DurationInput, durationText, parseDuration } from '../../../kernel/duration'
import { formatInstant } from '../../../kernel/instant'
import { issuedKey, keysOf, readPermission, withoutPermissions } from '../checks/caller'
import { extendMaintenance, maintenanceRefusal } from '../checks/maintenance'
import { lapseSubscription, subscriptionGroups } from '../checks/subscription'
import { areHeaders, isFilled, isJson, trueOrMaintenance, trueOrNames } from './effect-readers'
import {
  EVENT_REWRITINGS,
  EVOLUTIONS,
  type Evolution,
  evolutionSides,
  rewritten,
  unknownEvent,
} from './evolution'
import { evolve, needsList } from './evolve'
import type { Kind } from './fault-kind'
import { driftPage, listedBy, listsRecords, type PageDrift, readDrift } from './page-drift'
import { type StatusEffect, statusReply } from './status-reply'

/** Effects of faults on requests and deliveries alike, by the member of `then` that says them. */
export interface SharedEffects {
  /** Fails like a missing network connection; the other side gets nothing. */
  readonly networkError: true
  /** The operation is carried out, or the receiver handles the delivery, but the response is lost. */
  readonly loseResponse: true
  /**
   * Holds the response back after the operation was carried out, until the clock has advanced. For a
   * delivery: delays sending.
   */
  readonly delay: DurationInput
  /** Cuts the body of the response or delivery to that many characters. */
  readonly truncateBody: number
  /** Damages the body so that it is not valid JSON. */
  readonly malformedJson: true
  /** Sends the intact body with another content type, such as 'text/html'. */
  readonly contentType: string
}

/** Effects of faults on requests, by the member of `then` that says them. */
export interface RequestEffects extends SharedEffects {
  /** Answers a GET from the world as it was when the fault was injected. Hits GET requests only. */
  readonly staleRead: true
  /**
   * Returns the page, then creates or removes that many records like those on it, so that the next page
   * shifts. Hits lists of records only.
   */
  readonly pageDrift: PageDrift
  /** Revokes the request's key before the request is checked: 403 from then on. */
  readonly revokeKey: true
  /** Makes the key read-only, or removes the named permissions: 403 for operations that need them. */
  readonly losePermission: true | readonly Permission[]
  /** Ends the subscription of the request's group, or of the named groups: 402 from then on. */
  readonly lapseSubscription: true | readonly SubscriptionGroup[]
  /**
   * Answers as the service may do tomorrow: additive changes, which a correct client survives (docs/faults.md).
   * `topic` and `envelope` act on deliveries, `member` and `order` on both.
   */
  readonly evolve: Evolution
  /** 503 for this request; with `for`, for all requests until that time has passed. `retryAfter` is in seconds. */
  readonly maintenance: true | { readonly for: DurationInput; readonly retryAfter?: number }
}

/** Effects of faults on deliveries, by the member of `then` that says them. */
export interface DeliveryEffects extends SharedEffects {
  /** Sends what the service may send tomorrow, signed like all events. */
  readonly evolve: Evolution
  /** The receiver gets nothing and the attempt times out, in virtual time only. */
  readonly timeout: true
  /**
   * Sends the same bytes a second time, when the receiver has answered the first ones or waits for the clock; with
   * `after` so long after the first ones left, answered or not. Copies are not hit.
   */
  readonly duplicate: true
}

/** A copy of a delivery, and when it leaves. */
type DuplicateEffect = Pick<DeliveryEffects, 'duplicate'> & { readonly after?: DurationInput }

type OneOf<Kinds> = { [Name in keyof Kinds]: Pick<Kinds, Name> }[keyof Kinds]

/**
 * The effect on a request: exactly one kind (docs/faults.md). A status replaces the service's response before the
 * key is checked: no token is spent and nothing is stored.
 */
export type RequestEffect = StatusEffect | OneOf<RequestEffects>

/**
 * The effect on a webhook delivery: exactly one kind (docs/faults.md). A status replaces the receiver's response;
 * the receiver gets nothing.
 */
export type DeliveryEffect = StatusEffect | OneOf<Omit<DeliveryEffects, 'duplicate'>> | DuplicateEffect

export type FaultEffect = RequestEffect | DeliveryEffect

export type FaultKind = 'status' | keyof RequestEffects | keyof DeliveryEffects

const BOTH = { requests: {}, deliveries: {} }
const onOff = (): read.Reader<true> => read.isTrue
const hasKey = (world: World, { headers }: WireRequest): boolean => issuedKey(world, headers) !== undefined

/** All kinds of effects. A new kind is a member above and its row here. */
export const FAULT_KINDS: {
  readonly [Name in FaultKind]: Kind<Extract<FaultEffect, Record<Name, unknown>>>
} = {
  status: {
    read: () => read.whole(200, 599),
    alsoTakes: {
      headers: read.orUndefined(read.form('an object of header texts', areHeaders)),
      body: read.orUndefined(read.form('a text or what JSON can say', isJson)),
      retryAfter: read.orUndefined(read.whole(0, undefined, 'seconds')),
    },
    requests: {
      instead: (effect, { id }) => ({
        kind: 'reply',
        reply: statusReply(effect, `fault ${id}: status ${effect.status} instead of the service`),
      }),
    },
    deliveries: {
      instead(effect) {
        const { status, headers, body } = statusReply({ ...effect, body: effect.body ?? '' }, '')
        return { kind: 'response', status, headers, body }
      },
    },
  },
  networkError: {
    read: onOff,
    requests: {
      instead: (_, { id }) => ({
        kind: 'network-error',
        why: `fault ${id}: network error before the service saw the request`,
      }),
    },
    deliveries: { instead: () => ({ kind: 'network-error', text: 'connection refused' }) },
  },
  loseResponse: {
    read: onOff,
    requests: {
      after(_, { id }, { status, why, reason }) {
        const was = reason?.text === undefined ? `${status}: ${why}` : why
        return { kind: 'network-error', why: `fault ${id}: the response was lost, it was ${was}` }
      },
    },
    deliveries: {
      after: (reception) =>
        reception.kind === 'response'
          ? { kind: 'network-error', text: 'connection reset before the answer' }
          : reception,
      note: (reception) =>
        reception.kind === 'response'
          ? `the receiver had answered ${reception.status}`
          : 'there was no answer to lose',
    },
  },
  delay: {
    read: ({ clock }) => read.endAfter(clock.now),
    requests: {
      after({ delay }, { id, world, held, request }, reply) {
        const due = addDuration(world.clock.now, parseDuration(delay))
        const why = `${reply.why}; fault ${id}: response held back until ${formatInstant(due)}`
        const call = `${request.method} ${request.url.pathname}`
        return { kind: 'held', id: held.hold(reply, due, call), why }
      },
    },
    // A delivery is delayed once only, or it would never arrive.
    deliveries: { canShow: ({ wasHeldBack }) => !wasHeldBack, delay: ({ delay }) => delay },
  },
  truncateBody: {
    read: () => read.whole(0, undefined, 'characters'),
    ...BOTH,
    damage: ({ truncateBody }, { body }) => ({
      what: `body cut to ${truncateBody} characters`,
      body: body.slice(0, truncateBody),
    }),
  },
  malformedJson: {
    read: onOff,
    ...BOTH,
    damage: (_, { body }) => ({ what: 'body is no longer JSON', body: `${body.slice(0, -1)},` }),
  },
  contentType: {
    read: () =>
      read.form(
        "a content type such as 'text/html'",
        (given) => isFilled(given) && areHeaders({ 'content-type': given }),
      ),
    ...BOTH,
    damage: ({ contentType }, { headers }) => ({
      what: `content type ${contentType}`,
      headers: { ...headers, 'content-type': contentType },
    }),
  },
  staleRead: {
    read: onOff,
    requests: {
      getOnly: true,
      needsPast: true,
      canShow: (_, { method }, match) => method === 'GET' && match.kind === 'route',
      after: (_, { armedAt }) => ({ what: `answered from the world of ${formatInstant(armedAt)}` }),
    },
  },
  pageDrift: {
    read: () => readDrift,
    requests: {
      getOnly: true,
      actsOn: 'lists of records or lines, such as `GET /public/v1/invoices/`',
      canReach: (route) => listedBy(route) !== undefined,
      canShow: (_world, _request, match) => match.kind === 'route' && listedBy(match.route) !== undefined,
      after: ({ pageDrift }, { world, request, match }, reply) =>
        driftPage(world, pageDrift, request, match, reply),
    },
  },
  revokeKey: {
    read: onOff,
    requests: {
      canShow: hasKey,
      before(_, { world }, key) {
        keysOf(world).put({ ...key, revoked: true })
        return { what: 'the key was revoked just before' }
      },
    },
  },
  losePermission: {
    read: () => trueOrNames(readPermission),
    requests: {
      canShow: hasKey,
      before({ losePermission: lost }, { world }, key) {
        const permissions = lost === true ? ['READ_ONLY'] : withoutPermissions(key.permissions, lost)
        keysOf(world).put({ ...key, permissions })
        const what = lost === true ? 'was made read-only' : `lost ${lost.join(', ')}`
        return { what: `the key ${what} just before` }
      },
    },
  },
  lapseSubscription: {
    read: (world) => trueOrNames(read.oneOfNames(subscriptionGroups(world))),
    requests: {
      canShow: (world, request, match) => hasKey(world, request) && match.kind === 'route',
      before({ lapseSubscription: named }, { world, match }, { organization }) {
        const own = match.kind === 'route' ? [match.route.group] : []
        const lapsed = named === true ? own : named
        for (const group of lapsed) lapseSubscription(world, organization, group)
        return { what: `the subscription for ${lapsed.join(', ')} lapsed just before`, reason: { lapsed } }
      },
    },
  },
  maintenance: {
    read: ({ clock }) => trueOrMaintenance(clock.now),
    requests: {
      instead({ maintenance }, { id, world }) {
        if (maintenance !== true) extendMaintenance(world, maintenance)
        const reply = maintenanceRefusal(world)?.reply ?? statusReply({ status: 503 }, '')
        const { text = 'in maintenance for this request', ...reason } = reply.reason ?? {}
        const rule = reply.reason && { reason: reason as Reason }
        return { kind: 'reply', reply: { ...reply, ...rule, why: `fault ${id}: ${text}` } }
      },
    },
  },
  evolve: {
    read: () => read.oneOfNames(EVOLUTIONS),
    sides: ({ evolve: kind }) => evolutionSides(kind),
    requests: {
      actsOn: 'lists of records, such as `GET /public/v1/invoices/`',
      canReach: (route, { evolve: kind }) => !needsList(kind) || listsRecords(route),
      canShow: (_world, _request, match, { evolve: kind }) =>
        !needsList(kind) || (match.kind === 'route' && listsRecords(match.route)),
      around: ({ evolve: kind }, hit, serve) => evolve(kind, hit, serve),
    },
    deliveries: {
      canShow: ({ isCopy, hearsAll }, { evolve: kind }) => kind !== 'topic' || (hearsAll && !isCopy),
      rewrite: ({ evolve: kind }, body) => rewritten(body, EVENT_REWRITINGS[kind]),
      copy: ({ evolve: kind }) => (kind === 'topic' ? { says: unknownEvent } : undefined),
      note: (_, { evolve: kind }) => EVENT_REWRITINGS[kind]?.what ?? 'an event of an unknown topic came, too',
    },
  },
  timeout: { read: onOff, deliveries: { instead: () => ({ kind: 'time-out' }) } },
  duplicate: {
    read: onOff,
    alsoTakes: { after: read.orUndefined(read.endAfter(0, 0)) },
    deliveries: {
      canShow: ({ isCopy }) => !isCopy,
      copy: ({ after }) => ({ after }),
      note: (_, { after }) =>
        after === undefined ? 'sent twice' : `a copy leaves ${durationText(after)} after it`,
    },
  },
}
