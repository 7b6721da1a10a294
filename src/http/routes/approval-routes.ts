import { findInboxEntry, inboxOf } from '../../engine/approvals/inbox'
import { ACTIONS, POLICIES, POLICY_VERSIONS, STATES, withRecordId } from '../../engine/approvals/rows'
import { refuse } from '../../engine/model/errors'
import { messages } from '../../engine/model/messages'
import { definitionNamed } from '../../engine/model/record-type'
import { serialize } from '../../engine/read/serialize'
import { PARTY_TYPES, TRANSACTION_TYPES } from '../../engine/schema/approval-fields'
import type { Execute } from './definition-routes'
import type { Route, RouteCall, RouteReply } from './routes'

/** What a policy said in each of its versions, the first one first. */
const versions = (execute: Execute) => (call: RouteCall) =>
  below(call, execute, { above: POLICIES, list: POLICY_VERSIONS, by: 'id' })

const actions = (execute: Execute) => (call: RouteCall) =>
  below(call, execute, {
    above: STATES,
    list: ACTIONS,
    by: 'workflow_execution_state_id',
  })

/** The list of what belongs to the record that the path names. */
function below(
  { world, organization, actor, parameters: [id = ''], query }: RouteCall,
  execute: Execute,
  { above, list, by }: { above: string; list: string; by: string },
): RouteReply {
  world.assumptions.read('open-group-paths')
  execute(world, { resource: above, verb: 'get', organization, actor, id: Number(id) })
  const narrowed = new Map([...query, [by, [id]]])
  return {
    status: 200,
    ...execute(world, { resource: list, verb: 'list', organization, actor, query: narrowed }),
  }
}

function inbox({ world, organization }: RouteCall): RouteReply {
  for (const id of ['open-group-paths', 'inbox-content'] as const) world.assumptions.read(id)
  const [transactions, records] = ['inboxTransactions', 'inboxRecords'].map(
    (name) => world.store.table(organization, name).size,
  )
  return {
    status: 200,
    body: { transactions_count: transactions, records_count: records },
    summary: 'counted the inbox',
  }
}

/** What the inbox tells of one record, also of one that waits no more; `{}` where no policy concerned it. */
const entry =
  (parameter: string, types: readonly string[]) =>
  (context: RouteCall): RouteReply => {
    const {
      world,
      parameters: [id],
      query,
    } = context
    for (const id of ['open-group-paths', 'inbox-content'] as const) world.assumptions.read(id)
    const named = query.get(parameter)?.at(-1)
    if (named === undefined) throw refuse.invalid({ [parameter]: [messages.required] })
    if (!types.includes(named)) throw refuse.invalid({ [parameter]: [messages.choice(types)] })
    const definition = definitionNamed(world.registry, named)
    const type = definition && world.registry.type(definition.name)
    const row = type && withRecordId(context, type, Number(id))
    if (!type || !row) throw refuse.missing(definition?.model ?? named)
    const told = findInboxEntry(context, type, row)
    const summary = `read what the inbox tells of ${type.definition.model} ${id}`
    if (!told) return { status: 200, body: {}, summary }
    return {
      status: 200,
      body: serialize(context, inboxOf(world, type), told, 'detail'),
      summary,
    }
  }

const route = (path: string, group: string, run: Route['run']): Route => {
  const template = `/public/v1/${path}/`
  return { method: 'GET', template, key: `GET ${template}`, version: 'v1', group, takes: 'nothing', run }
}

/** What approvals offer besides the lists and items of their record types (docs/service.md §5.5). */
export const approvalRoutes = (execute: Execute): readonly Route[] => [
  route('workflows/{id}/versions', 'approvalPolicies', versions(execute)),
  route('workflows/execution-states/{id}/actions', 'approvalPolicies', actions(execute)),
  route('inbox', 'inbox', inbox),
  route('inbox/transactions/{record_id}', 'inbox', entry('transaction_type', TRANSACTION_TYPES)),
  route('inbox/records/{record_id}', 'inbox', entry('record_type', PARTY_TYPES)),
]
