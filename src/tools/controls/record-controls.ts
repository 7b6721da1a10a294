import { ADMIN_VERBS, type AdminVerb, argumentsOf, isAdminVerb } from '../../api/admin/admin-verbs'
import { callAdmin } from '../../api/admin/call-admin'
import type { OrganizationFace } from '../../api/organization-face'
import type { RecordQuery, RecordSet } from '../../api/record-set'
import { OptionError } from '../../errors/option-error'
import { perhaps } from '../../kernel/nearest-name'
import type { Control, ControlCall } from './control'
import { recordTypes } from './record-types'

const VERBS = Object.keys(ADMIN_VERBS) as AdminVerb[]

/** All five verbs of every record type, without rate limits, and the admin methods. */
export const RECORD_CONTROLS: readonly Control[] = [
  {
    method: 'GET',
    path: '/records',
    does: 'the names of the record types',
    run: ({ face }) => Object.keys(face.records),
  },
  {
    method: 'GET',
    path: '/record-types',
    does: 'the record types with their members',
    run: () => recordTypes(),
  },
  {
    method: 'GET',
    path: '/records/{}/{}/ledger',
    does: 'the ledger entries of one record',
    run(call) {
      const [type = ''] = call.parameters
      recordSet(call).get(idOf(call))
      return call.face.books.entries({ record: { type, number: idOf(call) } })
    },
  },
  {
    method: 'GET',
    path: '/records/{}/{}/history',
    does: 'the versions of one record that are known, with what each changed',
    run: (call) => recordSet(call).history(idOf(call)),
  },
  {
    method: 'GET',
    path: '/records/{}',
    does: 'a page of records, by the parameters of the list operation',
    run: (call) => recordSet(call).list(queryOf(call)),
  },
  {
    method: 'POST',
    path: '/records/{}',
    does: 'creates a record',
    takes: '*',
    run: (call) => recordSet(call).create(call.body),
  },
  {
    method: 'GET',
    path: '/records/{}/{}',
    does: 'one record, by the identifier of its item path',
    run: (call) => recordSet(call).get(idOf(call)),
  },
  {
    method: 'PUT',
    path: '/records/{}/{}',
    does: 'updates a record',
    takes: '*',
    run: (call) => recordSet(call).update(idOf(call), call.body),
  },
  {
    method: 'DELETE',
    path: '/records/{}/{}',
    does: 'removes or archives a record',
    run: (call) => recordSet(call).remove(idOf(call)),
  },
  {
    method: 'GET',
    path: '/admin',
    does: 'the calls of the administration with their arguments; a ? marks what may be left out',
    run: () => Object.fromEntries(VERBS.map((verb) => [verb, argumentsOf(verb)])),
  },
  {
    method: 'POST',
    path: '/admin/{}/{}',
    does: 'makes one call of the administration, with arguments by name',
    takes: '*',
    run({ face, parameters: [area, verb], body }) {
      const call = `${area}.${verb}`
      if (!isAdminVerb(call))
        throw new OptionError('call', `there is no ${call}; there are ${VERBS.join(', ')}`)
      return callAdmin(face.admin, call, body)
    },
  },
]

const recordSet = ({ face, parameters: [name = ''] }: ControlCall): RecordSet<unknown, unknown> =>
  recordSetNamed(face, name)

/** @throws OptionError for an unknown record type */
export function recordSetNamed(face: OrganizationFace, name: string): RecordSet<unknown, unknown> {
  const sets = face.records as unknown as Record<string, RecordSet<unknown, unknown>>
  const set = Object.hasOwn(sets, name) ? sets[name] : undefined
  if (!set)
    throw new OptionError(
      'type',
      `there is no record type ${name}${perhaps(name, Object.keys(sets))}; GET /__simulator/records lists them`,
    )
  return set
}

function idOf({ parameters: [, id = ''] }: ControlCall): number {
  if (!/^\d{1,15}$/.test(id)) throw new OptionError('id', `${id} is not an identifier`)
  return Number(id)
}

function queryOf({ query }: ControlCall): RecordQuery {
  const names = [...new Set(query.keys())].filter((name) => name !== 'organization')
  return Object.fromEntries(names.map((name) => [name, query.getAll(name)]))
}
