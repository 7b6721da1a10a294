import type { World } from '../../../engine/model/context'
import { lastOf, raiseTo } from '../../../engine/model/tables'
import { recordTypesOf } from '../../../engine/read/record-types'
import { writePlan } from '../../../engine/write/behaviour'
import type { WireResponse } from '../../../events/traffic/wire-message'
import { isObject } from '../../../kernel/is-object'
import { mapValues } from '../../../kernel/map-values'
import { organizationOfKey } from '../checks/caller'
import { ADDED, type Evolution, REWRITINGS, rewritten } from './evolution'
import type { HitRequest, ServedReply } from './fault-kind'
import { createLike, idsOn, isBySomebodyElse, type ListScene, type NewBody, sceneOf } from './page-drift'

/** Serves a request of tomorrow's service. What is new is additive: no record of the client is another. */
export function evolve(kind: Evolution, hit: HitRequest, serve: () => WireResponse): ServedReply {
  const { world, request } = hit
  if (kind === 'large-id') {
    const organization = organizationOfKey(world, request.headers)
    const isNew = organization !== undefined && enlargeIds(world, organization)
    return { reply: serve(), ...(isNew && { what: 'new records have ids above 2147483648' }) }
  }
  const variants = VARIANTS[kind]
  if (variants) return amongOthers(kind, variants, hit, serve)
  const reply = serve()
  if (kind === 'header')
    return {
      reply: { ...reply, headers: { ...reply.headers, [ADDED.header]: 'new' } },
      what: 'the answer had one header more',
    }
  const rewriting = REWRITINGS[kind]
  const isMeant = (rewriting?.of === 'refusal') === reply.status >= 400
  const body = rewriting && isMeant ? rewritten(reply.body, rewriting) : undefined
  return body === undefined || !rewriting ? { reply } : { reply: { ...reply, body }, what: rewriting.what }
}

const LARGE = 2 ** 31

/** All sequences of numbers and ids go on above what 31 bits hold. False if they did already. */
function enlargeIds({ registry, store }: World, organization: string): boolean {
  const sequences = registry.everything
    .flatMap(({ name }) => writePlan(registry.type(name)).numbers)
    .map(({ sequence }) => sequence)
  const small = [...new Set([...sequences, 'internal_id', 'line'])].filter(
    (sequence) => lastOf(store, organization, sequence) < LARGE,
  )
  store.history.atomically(() => {
    for (const sequence of small)
      raiseTo(store, organization, sequence, LARGE + lastOf(store, organization, sequence))
  })
  return small.length > 0
}

/** Bodies of a new record, the best first: the first that the service accepts is taken. */
type Variants = (body: NewBody, scene: ListScene) => readonly NewBody[]

const TEXTS = ['memo', 'description', 'name']
const LENGTHS = [4000, 255, 100]

const VARIANTS: Partial<Readonly<Record<Evolution, Variants>>> = {
  'long-text': (body) => {
    const member = TEXTS.find((name) => typeof (body[name] ?? '') === 'string' && name in body)
    if (member === undefined) return []
    return LENGTHS.map((length) => ({
      ...body,
      [member]: `${body[member] ?? 'Somebody else wrote a'} `.padEnd(length, 'long '),
    }))
  },
  'large-amount': (body) => {
    const large = enlarged(body) as NewBody
    return JSON.stringify(large) === JSON.stringify(body) ? [] : [large]
  },
  null: (body, { world, type }) => {
    const { members } = recordTypesOf(world.registry).named(type.definition.name, 'type')
    // Without what it refers to, such as its customer, the record would be of another sort.
    const isFree = (name: string): boolean =>
      members.get(name)?.nullable === true && members.get(name)?.reference === undefined
    const nullable = Object.keys(body).filter((name) => isFree(name) && body[name] !== null)
    const without = (names: readonly string[]): NewBody =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
    return nullable.length === 0 ? [] : [without(nullable), ...nullable.map((name) => without([name]))]
  },
  enum: (body) => [body],
}

/** Twelve digits before the point, wherever there is an amount of money. */
function enlarged(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => enlarged(one))
  if (isObject(value)) return mapValues(value, enlarged)
  const isMoney = /^(rate|amount|debit|credit)$/.test(name) && /^\d+(\.\d+)?$/.test(String(value))
  return isMoney && Number(value) > 0 ? '123456789012.34' : value
}

/** Somebody else's new record comes into the list, which shows what the client has not seen before. */
function amongOthers(
  kind: Evolution,
  variants: Variants,
  hit: HitRequest,
  serve: () => WireResponse,
): ServedReply {
  const { world, request, match } = hit
  const scene = sceneOf(world, request, match)
  if (!scene) return { reply: serve() }
  const shown = (id: number | undefined): WireResponse | undefined => {
    const reply = serve()
    if (id === undefined || reply.status !== 200 || !idsOn(reply, scene.identifier).includes(id))
      return undefined
    return kind === 'enum' ? withNewValue(reply, scene, id) : reply
  }
  const known = kind === 'enum' ? elsewhereMade(scene) : undefined
  const id = known ?? createLike(scene, variants)
  const reply = shown(id)
  // On another page, nobody sees the record: that is no hit, and leaves none.
  if (id === undefined || !reply) return { reply: serve() }
  const { name, model } = scene.type.definition
  return {
    reply,
    what: `${known === undefined ? MADE : 'somebody else has'} ${model} ${id}, ${SHOWN[kind]}`,
    ...(known === undefined && { reason: { drifted: { did: 'created' as const, type: name, ids: [id] } } }),
  }
}

/** Tells whether it shows in lists of records alone. */
export const needsList = (kind: Evolution): boolean => kind in VARIANTS

const MADE = 'just before, somebody else created'
const SHOWN: Partial<Readonly<Record<Evolution, string>>> = {
  'long-text': 'with a long text',
  'large-amount': 'of twelve digits',
  null: 'with nulls',
  enum: 'with values that the service did not have',
}

/** The record of somebody else that was made for an earlier answer. */
const elsewhereMade = ({ world, organization, type: { definition } }: ListScene): number | undefined =>
  [...world.store.table(organization, definition.name).rows()].find(isBySomebodyElse)?.[
    definition.identifier
  ] as number | undefined

/** The new record alone has values that no enumeration has. Undefined if it has no enumeration. */
function withNewValue(reply: WireResponse, { world, type }: ListScene, id: number): WireResponse | undefined {
  const { identifier, name } = type.definition
  const { members } = recordTypesOf(world.registry).named(name, 'type')
  const isChoice = (member: string, value: unknown): boolean =>
    members.get(member)?.kind === 'choice' && typeof value === 'string'
  const changed = (record: NewBody): NewBody =>
    mapValues(record, (value, member) => (isChoice(member, value) ? ADDED.value : value))
  const rewrite = (body: unknown): unknown => {
    if (Array.isArray(body)) return body.map((one: NewBody) => (one[identifier] === id ? changed(one) : one))
    return isObject(body) ? { ...body, items: rewrite(body.items) } : body
  }
  const body = rewritten(reply.body, { rewrite })
  return body === undefined ? undefined : { ...reply, body }
}
