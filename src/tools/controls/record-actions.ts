import { factoryOf } from '../../api/making/make'
import type { Organization } from '../../api/organization'
import { type AnyRecordSet, recordSetOf } from '../../api/records'
import { recordType } from '../../engine/model/compiled-type'
import { isRefusal } from '../../engine/model/refusals'
import type { Definition } from '../../engine/schema/define'
import { isOptionError, OptionError } from '../../errors/option-error'
import { date, filledText, identifier, members, orUndefined, type Reader, text } from '../../errors/reader'
import { expectedError } from '../../kernel/attempt'
import { invariant } from '../../kernel/invariant'
import { singular } from '../../kernel/name-words'
import { didYouMean } from '../../kernel/nearest-name'
import { registry } from '../../resources/registry'
import type { Simulator } from '../../simulator/simulator'

interface Subject {
  readonly face: Organization
  readonly set: AnyRecordSet
  readonly definition: Definition
  readonly id: number
  readonly record: Readonly<Record<string, unknown>>
  /** Today's date by the simulator's clock. */
  readonly today: string
}

/** An action on records of some types. */
interface RecordAction {
  readonly name: string
  readonly isOf: (definition: Definition) => boolean
  /** The readers of its arguments by name. */
  readonly takes?: Readonly<Record<string, Reader<unknown>>>
  /** Sample arguments for the dry run of an action that requires some. */
  readonly sampleArguments?: (subject: Subject) => Readonly<Record<string, unknown>>
  run(subject: Subject, given: Readonly<Record<string, unknown>>): unknown
}

const PERSON = { by: orUndefined(identifier) }

const ACTIONS: readonly RecordAction[] = [
  {
    name: 'approve',
    isOf: ({ approvable }) => approvable !== undefined,
    takes: PERSON,
    run: ({ face, ...subject }, given) => face.admin.approvals.approve(recordNamed(subject), given),
  },
  {
    name: 'reject',
    isOf: ({ approvable }) => approvable !== undefined,
    takes: { ...PERSON, reason: filledText },
    sampleArguments: () => ({ reason: 'no' }),
    run: ({ face, ...subject }, given) =>
      face.admin.approvals.reject(recordNamed(subject), given as { reason: string }),
  },
  {
    name: 'post',
    isOf: ({ document }) => document !== undefined,
    run(subject) {
      refuseUnless(subject.record.record_status === 'draft', subject, 'is no draft')
      return subject.set.update(subject.id, { ...subject.record, record_status: 'posted' })
    },
  },
  {
    name: 'pay',
    isOf: (definition) => payerOf(definition) !== undefined,
    takes: { amount: orUndefined(text), date: orUndefined(date) },
    run: pay,
  },
  {
    name: 'activate',
    isOf: ({ contract }) => contract !== undefined,
    run: ({ face, id }) => face.admin.contracts.activate(id),
  },
  {
    name: 'terminate',
    isOf: ({ contract }) => contract !== undefined,
    takes: { date },
    sampleArguments: ({ today }) => ({ date: today }),
    run: ({ face, id }, given) => face.admin.contracts.terminate(id, given.date as string),
  },
  {
    name: 'dispose',
    isOf: ({ depreciates }) => depreciates !== undefined,
    takes: { date, proceeds: text },
    sampleArguments: ({ today }) => ({ date: today, proceeds: '0' }),
    run: ({ face, id }, given) => face.admin.assets.dispose(id, given as { date: string; proceeds: string }),
  },
  { name: 'activate', isOf: hasSwitch, run: (subject) => turn(subject, true) },
  { name: 'deactivate', isOf: hasSwitch, run: (subject) => turn(subject, false) },
  {
    name: 'archive',
    isOf: (definition) => registry.type(definition.name).isKept,
    run(subject) {
      refuseUnless(subject.record.record_status !== 'archived', subject, 'is archived')
      return subject.set.remove(subject.id)
    },
  },
  {
    name: 'remove',
    isOf: (definition) => !registry.type(definition.name).isKept,
    run: ({ set, id }) => set.remove(id),
  },
]

/** An action, and whether the record allows it now. */
interface OfferedAction {
  readonly name: string
  readonly takes: readonly string[]
  readonly allowed: boolean
  /** The reason why the action is not allowed; null if it is. */
  readonly why: string | null
}

const actionsOf = (definition: Definition): RecordAction[] => ACTIONS.filter(({ isOf }) => isOf(definition))

/** The actions of a record. Each is tried on a fork, so that the reasons are the service's own refusals. */
export const offeredActions = (
  simulator: Simulator,
  organization: string,
  name: string,
  id: number,
): OfferedAction[] =>
  actionsOf(registry.type(name).definition).map((action) => {
    const fork = simulator.forkFor('dry run')
    try {
      const subject = subjectOf(fork, organization, name, id)
      const run = () => action.run(subject, action.sampleArguments?.(subject) ?? {})
      const why = expectedError(run, isRefusedOrMistaken)?.message ?? null
      return { name: action.name, takes: Object.keys(action.takes ?? {}), allowed: why === null, why }
    } finally {
      fork[Symbol.dispose]()
    }
  })

const isRefusedOrMistaken = (error: unknown): error is Error => isRefusal(error) || isOptionError(error)

/** Runs an action on a record. @throws OptionError for an unknown action; the service's refusals */
export function actOnRecord(
  simulator: Simulator,
  organization: string,
  [name, id, called]: readonly [type: string, id: number, action: string],
  given: object,
): unknown {
  const known = actionsOf(registry.type(name).definition)
  const action = known.find((one) => one.name === called)
  if (!action) {
    const names = known.map((one) => one.name)
    const there = names.join(', ')
    throw new OptionError(
      'action',
      `${name} have no action ${called}${didYouMean(called, names)}; there are ${there}`,
    )
  }
  return action.run(subjectOf(simulator, organization, name, id), members(action.takes ?? {})(given, ''))
}

function subjectOf(simulator: Simulator, organization: string, name: string, id: number): Subject {
  const face = simulator.organization(organization)
  const set = recordSetOf(face.records, name)
  invariant(set, `there are records called ${name}`)
  const { definition } = registry.type(name)
  return { face, set, definition, id, record: set.get(id), today: simulator.clock.now.slice(0, 10) }
}

const recordNamed = ({ definition, id }: Pick<Subject, 'definition' | 'id'>): object => ({
  record_type: recordType(definition),
  [definition.identifier]: id,
})

function refuseUnless(holds: boolean, { definition, id }: Subject, what: string): void {
  if (!holds) throw new OptionError('record', `${definition.model} ${id} ${what}`)
}

function hasSwitch({ fields, contract }: Definition): boolean {
  return fields.is_active !== undefined && contract === undefined
}

function turn(subject: Subject, is_active: boolean): unknown {
  const { set, definition, id, record } = subject
  refuseUnless(record.is_active !== is_active, subject, is_active ? 'is active' : 'is inactive')
  return set.update(id, definition.partialUpdate ? { is_active } : { ...record, is_active })
}

/** The payment type that settles records of a type. Unlike refunds, payments can also use credits. */
function payerOf({ name, balance }: Definition) {
  for (const payer of registry.definitions) {
    const { references = [], sources } = payer.settles ?? {}
    const reference = references.find(({ settles, counts }) => settles === name && counts === 'up')
    const isPayment = payer.money !== undefined && references.some(({ counts }) => counts === 'down')
    if (reference && balance && isPayment && !sources) return { payer, reference, balance }
  }
  return undefined
}

/** Pays the open amount or a part of it, today or on the record's date if that is later. */
function pay(subject: Subject, given: Readonly<Record<string, unknown>>): unknown {
  const { face, definition, id, record, today } = subject
  const found = payerOf(definition)
  if (!found) return undefined
  const { payer, reference, balance } = found
  refuseUnless(Number(record[balance.open]) > 0, subject, 'has nothing open')
  const { company_id, currency_iso_4217_code, exchange_rate, customer_id, date: issued } = record
  const amount = given.amount ?? record[balance.open]
  const day = today > String(issued) ? today : issued
  return factoryOf(
    face.make,
    singular(payer.name),
  )?.({
    date: given.date ?? day,
    company_id,
    currency_iso_4217_code,
    exchange_rate,
    ...(customer_id !== undefined && { customer_id }),
    items: [{ [reference.by]: id, amount, position: 1 }],
  })
}
