import { ADMIN_VERBS, argumentsOf } from '../../api/admin/admin-verbs'
import { callAdmin } from '../../api/admin/call-admin'
import { factoryOf } from '../../api/making/make'
import type { Organization } from '../../api/organization'
import type { RecordQuery, RecordSet } from '../../api/record-set'
import { recordSetOf } from '../../api/records'
import type { RecordTypeShape } from '../../engine/read/record-types'
import { OptionError } from '../../errors/option-error'
import { anyObject, members, oneOfNames, orUndefined, whole } from '../../errors/reader'
import { memberNames } from '../../kernel/member-names'
import { singular } from '../../kernel/name-words'
import { didYouMean } from '../../kernel/nearest-name'
import { registry } from '../../resources/registry'
import { deliveriesIn } from '../../service/webhooks/rows'
import { objectType } from '../../service/webhooks/topics'
import { internalsOf } from '../../simulator/internals-of'
import { ask, type Control, type ControlCall, get, organizationOf, post, put, remove } from './control'
import { actOnRecord, offeredActions } from './record-actions'

const VERBS = memberNames(ADMIN_VERBS)

/** All five verbs of every record type, without rate limits, and the methods of `admin`. */
export const RECORD_CONTROLS: readonly Control[] = [
  get('/records', 'the names of the record types', ({ face }) => Object.keys(face.records)),
  get('/record-types', 'the record types with their members', ({ simulator }) =>
    simulator.types.all.map(asTable),
  ),
  get(
    '/record-counts',
    'how many records of each type there are, and how many wait for approval',
    ({ face }) =>
      Object.fromEntries(
        Object.keys(face.records).map((name) => {
          const set = recordSetNamed(face, name)
          const pending = definitionOf(name).approvable ? { approval_status: 'pending', limit: 1 } : undefined
          return [
            name,
            { count: set.list({ limit: 1 }).count, pending: pending ? set.list(pending).count : 0 },
          ]
        }),
      ),
  ),
  get('/records/{}/{}/ledger', 'the ledger entries of one record', (call) => {
    const [type = ''] = call.parameters
    recordSet(call).get(idOf(call))
    return call.face.books.entries({ record: { type, number: idOf(call) } })
  }),
  get('/records/{}/{}/history', 'the versions of one record that are known, with what each changed', (call) =>
    recordSet(call).history(idOf(call)),
  ),
  get(
    '/records/{}/{}/events',
    'the ids of the webhook events about one record that the log has',
    eventsAbout,
  ),
  get('/records/{}/{}/actions', 'what may be done with one record in its state, and why not', (call) => {
    recordSet(call).get(idOf(call))
    return offeredActions(call.simulator, organizationOf(call), call.parameters[0] ?? '', idOf(call))
  }),
  post(
    '/records/{}/{}/actions/{}',
    'does something with one record; the arguments are those of the action',
    '*',
    (call) => {
      const [type = '', , action = ''] = call.parameters
      recordSet(call).get(idOf(call))
      return actOnRecord(call.simulator, organizationOf(call), [type, idOf(call), action], call.body)
    },
  ),
  ask('/records/{}', 'a page of records, by the parameters of the list operation', '*', (call) =>
    recordSet(call).list(queryOf(call)),
  ),
  post('/records/{}', 'creates a record', '*', (call) => recordSet(call).create(call.body)),
  get('/records/{}/{}', 'one record, by the identifier of its item path', (call) =>
    recordSet(call).get(idOf(call)),
  ),
  put('/records/{}/{}', 'updates a record', '*', (call) => recordSet(call).update(idOf(call), call.body)),
  remove('/records/{}/{}', 'removes or archives a record', (call) => recordSet(call).remove(idOf(call))),
  get('/make', 'the names of the factories', ({ face }) => Object.keys(face.make)),
  post(
    '/make/{}',
    'makes up a record with these members, by the name of one; of many, count records with the members in given',
    '*',
    makeUp,
  ),
  get('/admin', 'the calls of the administration with their arguments; a ? marks what may be left out', () =>
    Object.fromEntries(VERBS.map((verb) => [verb, argumentsOf(verb)])),
  ),
  post(
    '/admin/{}/{}',
    'makes one call of the administration, with arguments by name',
    '*',
    ({ face, parameters: [area, verb], body }) => {
      const call = `${area}.${verb}`
      return callAdmin(face.admin, oneOfNames(VERBS)(call, 'call'), body)
    },
  ),
]

/** The most records that one call makes up in a sandbox, because other sandboxes wait meanwhile. */
const HOSTED_RECORDS = 100
const given = orUndefined(anyObject)
const MANY = { count: whole(), given }
const MANY_HOSTED = { count: whole(0, HOSTED_RECORDS), given }

/** `customer` takes its members and makes one record; `customers` takes count and given, and makes many. */
function makeUp({ face: { make }, session, parameters: [name = ''], body }: ControlCall): unknown {
  const factory = factoryOf(make, oneOfNames(Object.keys(make))(name, 'type'))
  if (singular(name) === name) return factory?.(body)
  const readers = session.isHosted ? MANY_HOSTED : MANY
  const { count, given } = members(readers, undefined, 'body')(body, '')
  return { items: factory?.(count, given ?? {}) }
}

/** Compares records as the bodies of deliveries identify them (docs/service.md §14.2). */
function eventsAbout(call: ControlCall): string[] {
  const { world } = internalsOf(call.simulator)
  const { assumptions } = world
  const record = recordSet(call).get(idOf(call)) as Readonly<Record<string, unknown>>
  const definition = definitionOf(call.parameters[0] ?? '')
  const isInternal = assumptions.withoutNoting(() => assumptions.read('webhook-object-id') === 'internal-id')
  const id = (isInternal ? record.internal_id : null) ?? idOf(call)
  const isOf = (body: string): boolean => {
    const { object_type, object } = JSON.parse(body) as { object_type: string; object: { id: number } }
    return object_type === objectType(definition) && object.id === id
  }
  const deliveries = deliveriesIn({ world, organization: organizationOf(call) }).rows()
  const events = [...deliveries].filter(({ body }) => isOf(body))
  return [...new Set(events.map(({ event_id }) => event_id))]
}

const definitionOf = (name: string) => registry.type(name).definition

/** Describes a record type as a table for panels. */
function asTable({ members, wireName: _, ...type }: RecordTypeShape) {
  const { path, orderings, operations } = definitionOf(type.name)
  return {
    ...type,
    path: operations.v1 ? `/public/v1/${path}/` : null,
    orderings,
    columns: [...members].map(([name, { kind, nullable, isInLists, reference }]) => ({
      name,
      kind,
      nullable,
      list: isInLists,
      ...(reference !== undefined && { reference }),
    })),
  }
}

const recordSet = ({ face, parameters: [name = ''] }: ControlCall): RecordSet<unknown, unknown> =>
  recordSetNamed(face, name)

/** @throws OptionError for an unknown record type */
export function recordSetNamed(face: Organization, name: string): RecordSet<unknown, unknown> {
  const set = recordSetOf(face.records, name)
  if (set) return set
  const meant = didYouMean(name, Object.keys(face.records))
  throw new OptionError(
    'type',
    `there is no record type ${name}${meant}; GET /__simulator/records lists them`,
  )
}

function idOf({ parameters: [, id = ''] }: ControlCall): number {
  if (!/^\d{1,15}$/.test(id)) throw new OptionError('id', `${id} is not an identifier`)
  return Number(id)
}

function queryOf({ query }: ControlCall): RecordQuery {
  const names = [...new Set(query.keys())].filter((name) => name !== 'organization')
  return Object.fromEntries(names.map((name) => [name, query.getAll(name)]))
}
