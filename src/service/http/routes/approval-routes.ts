import { findInboxEntry, inboxOf } from '../../../engine/approvals/inbox'
import {
  APPROVAL_ACTIONS,
  POLICIES,
  POLICY_VERSIONS,
  STATES,
  withRecordId,
} from '../../../engine/approvals/rows'
import { executeInBlock } from '../../../engine/execute'
import { definitionNamed } from '../../../engine/model/compiled-type'
import { messages, refuse } from '../../../engine/model/refusals'
import { serialize } from '../../../engine/read/serialize'
import { PARTY_TYPES, TRANSACTION_TYPES } from '../../../engine/schema/approval-fields'
import { type Route, type RouteCall, type RouteReply, route } from './route'

/** Lists the rows that belong to the record in the path. */
const below =
  (above: string, list: string, by: string) =>
  ({ world, organization, actor, parameters: [id = ''], query }: RouteCall): RouteReply => {
    executeInBlock(world, { resource: above, verb: 'get', organization, actor, id: Number(id) })
    const narrowed = new Map([...query, [by, [id]]])
    return {
      status: 200,
      ...executeInBlock(world, { resource: list, verb: 'list', organization, actor, query: narrowed }),
    }
  }

function inbox({ world, organization }: RouteCall): RouteReply {
  world.assumptions.noteUse('inbox-content')
  const [transactions, records] = ['inboxTransactions', 'inboxRecords'].map(
    (name) => world.store.table(organization, name).size,
  )
  return {
    status: 200,
    body: { transactions_count: transactions, records_count: records },
    summary: 'counted the inbox',
  }
}

/** The inbox entry of a record, also after the decision; `{}` if no policy applied to it. */
const entry =
  (parameter: string, types: readonly string[]) =>
  (context: RouteCall): RouteReply => {
    const {
      world,
      parameters: [id],
      query,
    } = context
    world.assumptions.noteUse('inbox-content')
    const named = query.get(parameter)?.at(-1)
    if (named === undefined) throw refuse.invalid({ [parameter]: [messages.required] })
    if (!types.includes(named)) throw refuse.invalid({ [parameter]: [messages.choice(types)] })
    const definition = definitionNamed(world.registry, named)
    const type = definition && world.registry.type(definition.name)
    const row = type && withRecordId(context, type, Number(id))
    if (!type || !row) throw refuse.missing(definition?.model ?? named)
    const entry = findInboxEntry(context, type, row)
    const summary = `read what the inbox tells of ${type.definition.model} ${id}`
    if (!entry) return { status: 200, body: {}, summary }
    return { status: 200, body: serialize(context, inboxOf(world, type), entry, 'detail'), summary }
  }

const get = (path: string, group: string, run: Route['run']): Route =>
  route('GET', `/public/v1/${path}/`, { group, run, requires: { 'open-group-paths': 'on' } })

/** Operations of approvals other than those of their record types (§5.5). */
export const APPROVAL_ROUTES: readonly Route[] = [
  get('workflows/{id}/versions', 'approvalPolicies', below(POLICIES, POLICY_VERSIONS, 'id')),
  get(
    'workflows/execution-states/{id}/actions',
    'approvalPolicies',
    below(STATES, APPROVAL_ACTIONS, 'workflow_execution_state_id'),
  ),
  get('inbox', 'inbox', inbox),
  get('inbox/transactions/{record_id}', 'inbox', entry('transaction_type', TRANSACTION_TYPES)),
  get('inbox/records/{record_id}', 'inbox', entry('record_type', PARTY_TYPES)),
]
