import { type AssumptionOverrides, Assumptions } from '../../src/assumptions'
import type { Command } from '../../src/engine/execute'
import { refuse } from '../../src/engine/model/errors'
import type { Outcome } from '../../src/engine/model/outcome'
import type { World } from '../../src/engine/model/world'
import type { Definition } from '../../src/engine/schema/define'
import { anything, maybe } from '../../src/engine/schema/fields'
import { Faults } from '../../src/http/faults/faults'
import type { Wire } from '../../src/http/handle'
import { ParkedResponses } from '../../src/http/parked-responses'
import { openPort } from '../../src/http/port'
import type { RateLimits } from '../../src/http/rate-limits/rate-policy'
import { definitionRoutes } from '../../src/http/routes/definition-routes'
import { HEALTH_ROUTES } from '../../src/http/routes/health-routes'
import { type Route, Routes } from '../../src/http/routes/routes'
import { Traffic } from '../../src/http/traffic/traffic'
import { Clock } from '../../src/kernel/clock'
import { Random } from '../../src/kernel/random'
import { Store } from '../../src/kernel/store'

const KEY_COLUMNS: Readonly<Record<string, string>> = { apiKeys: 'key', notes: 'number' }

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
    a: maybe(anything()),
    memo: maybe(anything()),
    refuse: maybe(anything()),
    crash: maybe(anything()),
  },
  filters: {},
  orderings: [],
  search: [],
  ...more,
})

/** Two record types of the wire's eyes: what they hold is whatever was sent. */
export const definitions = [
  definition({ name: 'invoices', model: 'Invoice' }),
  definition({ name: 'bills', model: 'Bill' }),
  definition({
    name: 'customers',
    model: 'Customer',
    identifier: 'id',
    createStatus: { v1: 201, v2: 201 },
    operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  }),
]

/** Keeps bodies as rows; refuses a body that says so, and breaks on one that says that. */
export function execute(world: World, { resource, verb, organization, id, body, files }: Command): Outcome {
  const notes = world.store.table(organization, resource)
  const sent = (body ?? {}) as Record<string, unknown>
  if (id !== undefined && !notes.has(id)) throw refuse.missing('Invoice')
  if (sent.refuse) {
    notes.put({ id: 999, number: 999 })
    throw refuse.invalid({ date: ['Field required'] })
  }
  if (sent.crash) {
    notes.put({ id: 999, number: 999 })
    throw new Error('a bug')
  }
  switch (verb) {
    case 'list':
      return { body: { items: [...notes.rows()], count: notes.size }, summary: `listed ${notes.size}` }
    case 'create': {
      const number = ((notes.last()?.id as number | undefined) ?? 0) + 1
      notes.put({ id: number, number, ...sent })
      return { body: notes.get(number), summary: `created ${number}` }
    }
    case 'attach':
      return { body: { files }, summary: 'attached' }
    case 'remove':
      notes.remove(id ?? 0)
      return { body: undefined, summary: `removed ${id}` }
    default:
      return { body: notes.get(id ?? 0), summary: `${verb} ${id}` }
  }
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
  const clock = new Clock(store)
  const random = new Random(store)
  clock.start(start * 1000)
  random.start(1)
  const registry: World['registry'] = {
    definitions,
    everything: definitions,
    find: () => undefined,
    type: () => {
      throw new Error('the wire asks no record type')
    },
    views: [],
    viewed: () => {
      throw new Error('there are no views')
    },
  }
  const world: World = { store, clock, random, assumptions: new Assumptions(assumptions), registry: registry }
  issueKey(world, { key: 'test-api-key' })
  const wire: Wire = {
    world,
    routes: new Routes([
      ...definitions.flatMap((each) => definitionRoutes(each, execute)),
      ...HEALTH_ROUTES,
      ...routes,
    ]),
    rateLimits,
    faults: new Faults(world),
    parked: new ParkedResponses(world),
    traffic: new Traffic(),
  }
  const port = openPort(wire)
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

/** Moves the clock and wakes the parked responses on the way. */
function moveTo({ world, parked }: Wire, seconds: number): void {
  const until = Math.round(seconds * 1000)
  for (let timer = world.clock.next(until); timer; timer = world.clock.next(until)) {
    const due = timer
    world.store.history.atomically(() => {
      world.clock.moveTo(Math.max(due.due, world.clock.now))
      world.clock.cancel(due.id)
      parked.wake(due)
    })
  }
  world.clock.moveTo(until)
}
