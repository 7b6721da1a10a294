import { callAdmin } from '../api/admin/call-admin'
import type { RecordSet } from '../api/record-set'
import { toldRecord } from '../engine/model/told-record'
import { isObject } from '../errors/reader'
import { invariant } from '../kernel/invariant'
import { decideApprovals } from './decide-approvals'
import type { Ground } from './ground'
import type { ScenarioAction, ScenarioFault } from './scenario'
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
  /** What an admin call returned. */
  readonly result?: unknown
}

type Kind = ScenarioAction extends infer Action ? (Action extends object ? keyof Action : never) : never
type Given<K extends Kind> = Extract<ScenarioAction, Record<K, unknown>>[K]
type Act<K extends Kind> = (given: Given<K>, ground: Ground) => Effect

const ACTS: { readonly [K in Kind]: Act<K> } = {
  inject: (fault, { faults }) => {
    const { id, on } = faults.inject(fault as ScenarioFault)
    return { holds: true, text: `armed fault ${id} on ${on}`, fault: id }
  },
  clearFaults: (_, { faults }) => {
    faults.clear()
    return { holds: true, text: 'disarmed every fault' }
  },
  create: ({ record, body }, ground) => {
    const made = recordSet(ground, record).create(body as never)
    return written(ground, 'created', record, made)
  },
  update: ({ record, id, body }, ground) => {
    const made = recordSet(ground, record).update(identifierOf(ground, record, id), body as never)
    return written(ground, 'updated', record, made)
  },
  remove: ({ record, id }, ground) => {
    const identifier = identifierOf(ground, record, id)
    recordSet(ground, record).remove(identifier)
    return { holds: true, text: `removed ${nameOf(ground, record, identifier)}` }
  },
  admin: ({ call, with: given }, { admin }) => {
    const result = callAdmin(admin, call, given)
    return { holds: true, text: `called ${call}`, result }
  },
  approvals: (decision, ground) => ({ holds: true, text: decideApprovals(decision, ground) }),
  webhooks: (direction, { webhooks, random }) => {
    WEBHOOK_DIRECTIONS[direction](webhooks, random)
    return { holds: true, text: `${direction}: ${webhooks.queue.length} deliveries wait` }
  },
  expect: ({ record, query, count }, ground) => {
    const found = recordSet(ground, record).list({ ...query, limit: 1 }).count
    return { holds: found === count, text: `${found} ${record}, expected ${count}` }
  },
}

/** Performs a step whose references are resolved. */
export function performStep(action: ScenarioAction, ground: Ground): Effect {
  const kind = kindOf(action)
  const act = ACTS[kind] as (given: unknown, ground: Ground) => Effect
  return act((action as Record<string, unknown>)[kind], ground)
}

export function kindOf(action: ScenarioAction): Kind {
  const kind = (Object.keys(ACTS) as Kind[]).find((name) => name in action)
  invariant(kind, 'a step has an action')
  return kind
}

type AnyRecordSet = RecordSet<unknown, Readonly<Record<string, unknown>>>

const recordSet = ({ records }: Ground, record: string): AnyRecordSet =>
  (records as unknown as Record<string, AnyRecordSet>)[record] as AnyRecordSet

/** A reference to a whole record resolves to its identifier. */
function identifierOf({ registry }: Ground, record: string, id: unknown): number {
  const { identifier } = registry.type(record).definition
  return Number(isObject(id) ? id[identifier] : id)
}

const nameOf = ({ registry }: Ground, record: string, id: number): string =>
  toldRecord(registry.type(record).definition, id)

function written(
  ground: Ground,
  verb: string,
  record: string,
  made: Readonly<Record<string, unknown>>,
): Effect {
  const id = identifierOf(ground, record, made)
  return { holds: true, text: `${verb} ${nameOf(ground, record, id)}`, record: { record, id } }
}
