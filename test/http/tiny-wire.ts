import { type AssumptionOverrides, Assumptions } from '../../src/assumptions'
import { compile } from '../../src/engine/compile'
import type { World } from '../../src/engine/model/context'
import { messages, refuse } from '../../src/engine/model/refusals'
import type { Definition } from '../../src/engine/schema/define'
import { attachments } from '../../src/engine/schema/field-groups'
import { anything, integer, maybe, onceFilled, readOnly } from '../../src/engine/schema/fields'
import { ChangeFeed } from '../../src/events/changes/change-feed'
import { Traffic } from '../../src/events/traffic/traffic'
import { hostTime } from '../../src/host-time/host-time'
import { WorldClock } from '../../src/kernel/clock'
import { Random } from '../../src/kernel/random'
import { Store } from '../../src/kernel/store'
import { Faults } from '../../src/service/http/faults/faults'
import type { RateLimits } from '../../src/service/http/rate-limits/limits'
import { HeldResponses } from '../../src/service/http/responses/held-responses'
import { definitionRoutes } from '../../src/service/http/routes/definition-routes'
import { HEALTH_ROUTES } from '../../src/service/http/routes/health-routes'
import { type Route, Router } from '../../src/service/http/routes/route'
import type { ServiceContext } from '../../src/service/http/service-context'
import { openFetch, requestHandler } from '../../src/service/http/simulator-fetch'

/** Their clock moves by itself, so nobody is warned. */
export const parkedIn = (world: World): HeldResponses =>
  new HeldResponses(world, hostTime, {
    isLive: true,
    movesByItself: true,
    hold: () => () => undefined,
  })

const KEY_COLUMNS: Readonly<Record<string, string>> = {
  apiKeys: 'key',
  sequences: 'name',
  invoices: 'number',
  bills: 'number',
}

export const definition = (more: Partial<Definition> & { name: string }): Definition => ({
  model: 'Note',
  path: more.name,
  identifier: 'number',
  basis: 'specified',
  operations: {
    v1: ['list', 'get', 'create', 'update', 'remove', 'attach'],
    v2: ['list', 'create', 'update'],
  },
  fields: {
    [more.identifier ?? 'number']: readOnly(integer()),
    ...Object.fromEntries(
      ['a', 'memo', 'refuse', 'crash'].map((name) => [name, onceFilled(name, maybe(anything()))]),
    ),
  },
  filters: {},
  orderings: [],
  search: [],
  ...more,
})

/** Two record types of the wire's eyes: what they hold is whatever was sent. */
export const definitions = [
  definition({ name: 'invoices', model: 'Invoice' }),
  definition({ name: 'bills', model: 'Bill', fields: { number: readOnly(integer()), ...attachments() } }),
  definition({
    name: 'customers',
    model: 'Customer',
    identifier: 'id',
    createStatus: { v1: 201, v2: 201 },
    operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  }),
]

/** Undoes a write whose body asks for it: with a refusal, or with a bug. */
function failWhereAsked({ store }: World): void {
  const { history } = store
  const atomically = history.atomically.bind(history)
  history.atomically = (work) =>
    atomically(() => {
      const result = work()
      for (const name of ['invoices', 'bills', 'customers'])
        for (const { refuse: isRefused, crash } of store.table('org-1', name).rows()) {
          if (isRefused) throw refuse.invalid({ date: [messages.required] })
          if (crash) throw new Error('a bug')
        }
      return result
    })
}

export interface TinyOptions {
  readonly assumptions?: AssumptionOverrides
  readonly rateLimits?: RateLimits
  readonly routes?: readonly Route[]
  /** Seconds since the epoch. */
  readonly start?: number
}

/** A whole wire around almost nothing. */
export function tinyWire({ assumptions = {}, rateLimits = {}, routes = [], start = 1000 }: TinyOptions = {}) {
  const store = new Store((table) => KEY_COLUMNS[table] ?? 'id')
  const clock = new WorldClock(store)
  const random = new Random(store)
  clock.start(start * 1000)
  random.start(1)
  const world: World = {
    store,
    clock,
    random,
    assumptions: new Assumptions(assumptions),
    registry: compile(definitions),
  }
  failWhereAsked(world)
  issueKey(world, { key: 'test-api-key' })
  const router = new Router([...definitions.flatMap(definitionRoutes), ...HEALTH_ROUTES, ...routes])
  const changes = new ChangeFeed(hostTime)
  world.store.history.onCommit((committed) => changes.committed(committed, () => true))
  const wire: ServiceContext & { readonly faults: Faults } = {
    world,
    routes: router,
    rateLimits,
    faults: new Faults(world, { routes: router, topics: () => ['core.invoice/created'] }),
    held: parkedIn(world),
    traffic: new Traffic(),
    changes,
    scenarios: { saw: () => undefined },
    onThrown: () => undefined,
  }
  const port = openFetch(requestHandler(wire))
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    port(
      new Request(`https://accounting.test${path}`, {
        method,
        headers: {
          'X-API-KEY': 'test-api-key',
          ...(typeof body === 'string' || body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  return { wire, world, port, send, at: (seconds: number) => moveTo(wire, seconds) }
}

export function issueKey(
  world: World,
  {
    key,
    permissions = 'all',
    organization = 'org-1',
    revoked = false,
  }: {
    key: string
    permissions?: 'all' | readonly string[]
    organization?: string
    revoked?: boolean
  },
): void {
  world.store.table('', 'apiKeys').put({ key, organization, permissions, label: key, revoked })
}

/** Moves the clock and releases the held responses on the way. */
function moveTo({ world, held }: ServiceContext, seconds: number): void {
  const until = Math.round(seconds * 1000)
  for (let timer = world.clock.next(until); timer; timer = world.clock.next(until)) {
    const due = timer
    world.store.history.atomically(() => {
      world.clock.moveTo(Math.max(due.due, world.clock.now))
      world.clock.cancel(due.id)
      held.release(due)
    })
  }
  world.clock.moveTo(until)
}
