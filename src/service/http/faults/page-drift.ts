import { executeForHost } from '../../../engine/execute'
import type { CompiledType } from '../../../engine/model/compiled-type'
import type { Actor, World } from '../../../engine/model/context'
import { plainCopy } from '../../../engine/model/json-text'
import { isRefusal } from '../../../engine/model/refusals'
import { linesOf, numberOf } from '../../../engine/model/row'
import type { Field } from '../../../engine/schema/fields'
import { knownMembers } from '../../../engine/write/read-body'
import * as read from '../../../errors/reader'
import type { FaultChange, WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import { expectedError } from '../../../kernel/attempt'
import { isPlainObject } from '../../../kernel/is-object'
import { isWhole } from '../../../kernel/is-whole'
import type { Row } from '../../../kernel/store'
import { organizationOfKey } from '../checks/caller'
import type { Match, Route } from '../routes/route'

export type PageDrift = { readonly create: number } | { readonly remove: number }

export const readDrift = read.form<PageDrift>(
  '{ create: n } or { remove: n }, n a whole number above 0',
  (given) => {
    const [[name, count] = [], ...more] = isPlainObject(given) ? Object.entries(given) : []
    return more.length === 0 && (name === 'create' || name === 'remove') && isWhole(count, 1)
  },
)

/** The author of drifting records, as shown in `created_by`. */
const SOMEBODY_ELSE: Actor = { actor_type: 'user', email: null, first_name: 'Somebody', last_name: 'Else' }

/** Tells whether a fault has made the record. */
export const isBySomebodyElse = ({ created_by: by }: Row): boolean =>
  (by as Partial<Actor> | null | undefined)?.last_name === SOMEBODY_ELSE.last_name

/** The record type that a route lists, or whose lines. */
export function listedBy({ operation }: Route): string | undefined {
  if (operation?.verb === 'list') return operation.definition.name
  return operation?.verb === 'view' ? operation.view.viewOf : undefined
}

export const listsRecords = (route: Route): boolean =>
  listedBy(route) !== undefined &&
  (route.operation?.verb !== 'view' || route.operation.view.lines === undefined)

/** The member of an entry that identifies the record. */
function identifierIn({ operation }: Route, { definition: { identifier } }: CompiledType): string {
  if (operation?.verb !== 'view' || operation.view.lines === undefined) return identifier
  const isCopy = ([, { derived }]: [string, Field]): boolean =>
    derived?.kind === 'copy' && derived.column === identifier
  return Object.entries(operation.view.fields).find(isCopy)?.[0] ?? identifier
}

export interface ListScene {
  readonly world: World
  readonly organization: string
  readonly type: CompiledType
  /** The member of an entry that identifies its record. */
  readonly identifier: string
  /** True if new documents are drafts, which do not touch the books. */
  readonly isDraft: boolean
}

/** The list that a request asks for; undefined if it lists no records. */
export function sceneOf(world: World, request: WireRequest, match: Match): ListScene | undefined {
  const organization = organizationOfKey(world, request.headers)
  const route = match.kind === 'route' ? match.route : undefined
  const type = route && world.registry.find(listedBy(route) ?? '')
  if (!route || !type || organization === undefined) return undefined
  const asked = request.url.searchParams.getAll('record_status')
  const usual = route.operation?.verb === 'view' ? route.operation.view.status : undefined
  const isDraft = !(asked.length > 0 ? asked.includes('posted') : usual === 'posted')
  return { world, organization, type, identifier: identifierIn(route, type), isDraft }
}

/** Creates or removes records between this page and the next, under the rules of the service. */
export function driftPage(
  world: World,
  drift: PageDrift,
  request: WireRequest,
  match: Match,
  reply: WireResponse,
): FaultChange {
  const scene = sceneOf(world, request, match)
  const ids = scene && reply.status === 200 ? idsOn(reply, scene.identifier) : []
  if (!scene || ids.length === 0) return { what: 'the page has nothing to drift' }
  const { type } = scene
  const done =
    'create' in drift
      ? repeated(drift.create, () => create(scene, bodyLike(scene, Number(ids[0]))))
      : removeSome(scene, ids, drift.remove)
  return changeOf(type, 'create' in drift ? 'created' : type.isKept ? 'archived' : 'removed', done)
}

/** The identifiers of changed records, and the reason why there are not more. */
interface Done {
  readonly ids: readonly number[]
  readonly refusal?: string | undefined
}

const changeOf = (
  { definition: { model, name } }: CompiledType,
  did: 'created' | 'archived' | 'removed',
  { ids, refusal }: Done,
): FaultChange => {
  const changed = ids.length > 0 ? `${did} ${model} ${ids.join(', ')}` : `${did} nothing`
  return {
    what: `then somebody else ${changed}${refusal === undefined ? '' : `, because ${refusal}`}`,
    reason: { drifted: { did, type: name, ids } },
  }
}

export function idsOn({ body }: WireResponse, identifier: string): number[] {
  const page = JSON.parse(body) as readonly Row[] | { readonly items: readonly Row[] }
  const items = 'items' in page ? page.items : page
  return [...new Set(items.map((item) => item[identifier]).filter((id) => typeof id === 'number'))]
}

/** Repeats until the number is reached or the service refuses. */
function repeated(wanted: number, create: () => number): Done {
  const ids: number[] = []
  while (ids.length < wanted) {
    const refusal = refusalOf(() => ids.push(create()))
    if (refusal !== undefined) return { ids, refusal }
  }
  return { ids }
}

/** Removes records from the top of the page; those that the service refuses to remove stay. */
function removeSome(
  { world, organization, type }: ListScene,
  candidates: readonly number[],
  wanted: number,
): Done {
  const ids: number[] = []
  let refusal: string | undefined
  for (const id of candidates) {
    if (ids.length === wanted) return { ids }
    const command = { resource: type.definition.name, organization, actor: SOMEBODY_ELSE }
    const refused = refusalOf(() => executeForHost(world, { ...command, verb: 'remove', id }))
    if (refused === undefined) ids.push(id)
    else refusal = refused
  }
  return { ids, refusal }
}

const refusalOf = (work: () => unknown): string | undefined => expectedError(work, isRefusal)?.message

export type NewBody = Readonly<Record<string, unknown>>

/** The first of the bodies made from the newest record's that the service accepts; undefined if there is none. */
export function createLike(
  scene: ListScene,
  variants: (body: NewBody, scene: ListScene) => readonly NewBody[],
): number | undefined {
  const { world, organization, type } = scene
  const like = world.store.table(organization, type.definition.name).last()?.[type.definition.identifier]
  if (typeof like !== 'number') return undefined
  let id: number | undefined
  for (const body of variants(bodyLike(scene, like), scene)) {
    refusalOf(() => {
      id = create(scene, body)
    })
    if (id !== undefined) break
  }
  return id
}

function create({ world, organization, type: { definition } }: ListScene, body: NewBody): number {
  const command = { resource: definition.name, organization, actor: SOMEBODY_ELSE }
  const made = executeForHost(world, { ...command, verb: 'create', body }).body as Row
  return numberOf(made, definition.identifier)
}

function bodyLike({ world, organization, type, isDraft }: ListScene, id: number): Record<string, unknown> {
  const { definition } = type
  const command = { resource: definition.name, organization, actor: SOMEBODY_ELSE }
  const shown = plainCopy(executeForHost(world, { ...command, verb: 'get', id }).body) as Row
  const body: Record<string, unknown> = withoutPartIds(type, knownMembers(definition.fields, shown))
  const last = world.store.table(organization, definition.name).last()?.[definition.identifier] as number
  for (const member of [...(definition.unique ?? []), ...OWN_TEXTS])
    if (member in body) body[member] = another(body[member], last + 1)
  if (type.isDocument) body.record_status = isDraft ? 'draft' : 'posted'
  return body
}

/** The members by which people know their records again: a copy is somebody else's. */
const OWN_TEXTS = ['reference_number', 'check_number', 'memo', 'name']

/** A value that no other record has, nor any like it. */
const another = (value: unknown, turn: number): unknown =>
  typeof value === 'number' ? turn : typeof value === 'string' && value !== '' ? `else-${turn}` : value

/** In a copy, lines and owned rows get new ids. */
const withoutPartIds = ({ lineMembers, definition }: CompiledType, body: Row): Record<string, unknown> => {
  const members = [...lineMembers, ...(definition.owns ? [definition.owns.member] : [])]
  const parts = members.map((member) => {
    const copied = linesOf(body, member).map(({ id: _, ...part }) => part)
    return [member, copied] as const
  })
  return { ...body, ...Object.fromEntries(parts) }
}
