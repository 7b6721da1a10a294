import { callAdmin } from '../api/admin/call-admin'
import { type AnyRecordSet, recordSetOf } from '../api/records'
import { describeRecord, recordType } from '../engine/model/compiled-type'
import { invariant } from '../kernel/invariant'
import { isObject } from '../kernel/is-object'
import { memberNames } from '../kernel/member-names'
import type { ApprovalDecision, ScenarioAction } from './scenario'
import type { StepContext } from './step-context'
import { WEBHOOK_DIRECTIONS } from './webhook-directions'

/** The result of a step. */
export interface Effect {
  /** False if an expectation fails. */
  readonly holds: boolean
  /** A sentence for the report. */
  readonly text: string
  readonly fault?: number
  /** The record that was created or updated. */
  readonly record?: { readonly record: string; readonly id: number }
  /** The result of an admin call. */
  readonly result?: unknown
}

type ActionKind = ScenarioAction extends infer Action ? (Action extends object ? keyof Action : never) : never
type Given<K extends ActionKind> = Extract<ScenarioAction, Record<K, unknown>>[K]
type Act<K extends ActionKind> = (given: Given<K>, context: StepContext) => Effect

const ACTS: { readonly [K in ActionKind]: Act<K> } = {
  inject: (fault, { faults }) => {
    const { id, on } = faults.inject(fault)
    return { holds: true, text: `armed fault ${id} on ${on}`, fault: id }
  },
  clearFaults: (_, { faults }) => {
    faults.clear()
    return { holds: true, text: 'disarmed every fault' }
  },
  create: ({ record, body }, context) => {
    const made = recordSet(context, record).create(body)
    return written(context, 'created', record, made)
  },
  update: ({ record, id, body }, context) => {
    const made = recordSet(context, record).update(identifierOf(context, record, id), body)
    return written(context, 'updated', record, made)
  },
  remove: ({ record, id }, context) => {
    const identifier = identifierOf(context, record, id)
    recordSet(context, record).remove(identifier)
    return { holds: true, text: `removed ${recordName(context, record, identifier)}` }
  },
  admin: ({ call, with: given }, { admin }) => {
    const result = callAdmin(admin, call, given)
    return { holds: true, text: `called ${call}`, result }
  },
  approvals: (decision, context) => ({ holds: true, text: decideApprovals(decision, context) }),
  webhooks: (direction, { webhooks, random }) => {
    WEBHOOK_DIRECTIONS[direction](webhooks, random)
    return { holds: true, text: `${direction}: ${webhooks.queue.length} deliveries wait` }
  },
  expect: ({ record, query, count }, context) => {
    const found = recordSet(context, record).list({ ...query, limit: 1 }).count
    return { holds: found === count, text: `${found} ${record}, expected ${count}` }
  },
}

export function performStep(action: ScenarioAction, context: StepContext): Effect {
  const kind = actionKind(action)
  const act = ACTS[kind] as (given: unknown, context: StepContext) => Effect
  const { [kind]: given }: Readonly<Record<string, unknown>> = { ...action }
  return act(given, context)
}

export function actionKind(action: ScenarioAction): ActionKind {
  const kind = memberNames(ACTS).find((name) => name in action)
  invariant(kind, 'a step has an action')
  return kind
}

function recordSet({ records }: StepContext, record: string): AnyRecordSet {
  const set = recordSetOf(records, record)
  invariant(set, `there are no records called ${record}`)
  return set
}

/** A reference to a whole record resolves to its identifier. */
function identifierOf({ registry }: StepContext, record: string, id: unknown): number {
  const { identifier } = registry.type(record).definition
  return Number(isObject(id) ? id[identifier] : id)
}

const recordName = ({ registry }: StepContext, record: string, id: number): string =>
  describeRecord(registry.type(record).definition, id)

function written(
  context: StepContext,
  verb: string,
  record: string,
  made: Readonly<Record<string, unknown>>,
): Effect {
  const id = identifierOf(context, record, made)
  return { holds: true, text: `${verb} ${recordName(context, record, id)}`, record: { record, id } }
}

/** Approves or rejects every pending record of the type and says how many there were. */
function decideApprovals(decision: ApprovalDecision, context: StepContext): string {
  const name = 'approve' in decision ? decision.approve : decision.reject
  const { admin, registry } = context
  const { definition } = registry.type(name)
  const record_type = recordType(definition)
  const pending = recordSet(context, name).findMany({ approval_status: 'pending' })
  for (const found of pending) {
    const record = { record_type, [definition.identifier]: found[definition.identifier] }
    const by = decision.by === undefined ? {} : { by: decision.by }
    if ('approve' in decision) admin.approvals.approve(record, by)
    else admin.approvals.reject(record, { ...by, reason: decision.reason })
  }
  return `${'approve' in decision ? 'approved' : 'rejected'} ${pending.length} ${name}`
}
