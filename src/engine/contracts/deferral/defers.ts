import { invariant } from '../../../kernel/invariant'
import { type Decimal, round } from '../../../kernel/money'
import type { Row } from '../../../kernel/store'
import { itemAccountNumber, systemAccountNumber } from '../../ledger/accounts'
import { restatePostings } from '../../ledger/postings'
import type { Scope } from '../../model/context'
import { messages, onLine } from '../../model/refusals'
import { linesOf, type MutableRow, mutableLinesOf, numberOf } from '../../model/row'
import { ITEMS } from '../../model/tables'
import { isContracted, isEdit, isForeign, on } from '../../write/assumptions'
import { defineBehaviour } from '../../write/behaviour'
import { putOwnedRow } from '../../write/save'
import { Write } from '../../write/write'
import { contractRules } from '../context'
import {
  applyRecord,
  blankState,
  type Deferral,
  type DeferralEvent,
  type DeferralRole,
  type DeferralState,
  orderKey,
  storedState,
  storeState,
} from './deferral'
import { type DeferralPlanRow, deferralPlanOf } from './deferral-plan'

/**
 * Computes how invoices, recognition entries and credits of a contract change its deferral accounts, and at
 * which value (§13.4, §13.5). A write that affects the values of other records restates them.
 */
export const defers = defineBehaviour('defers', 'defers', {
  restsOn: [
    on(isContracted, 'contract-billing-total'),
    on((write) => isContracted(write) && isForeign(write), 'contract-foreign-currency'),
    on((write) => isContracted(write) && isEdit(write), 'contract-invoice-put'),
  ],
  // With null, the lines post to the accounts of their items, as they do outside of contracts.
  columns: (role): Row => (role === 'recognised' ? {} : { deferrals: null, settles_contract: false }),

  references(write, role) {
    const { after, before, sent } = write
    if (role === 'recognised') return
    if (role === 'credited' && after.settles_contract !== true)
      after.contract_id = write.find('invoices', 'number', after.invoice_number)?.contract_id ?? null
    const plan = deferralPlanOf(write, after.contract_id)
    if (!plan) return
    if (role === 'billed') {
      after.contracted = true
      if (before && sent.has('items')) matchLines(write, before)
    }
    storeAccounts(write, plan)
  },

  state(write, role) {
    const { before, after } = write
    if (role !== 'billed' || typeof before?.contract_id !== 'number' || write.isArchived) return
    for (const column of ['company_id', 'currency_iso_4217_code'])
      if (before[column] !== after[column]) write.problems.add(column, messages.fixed)
  },

  effect(write, role) {
    const plan = deferralPlanOf(write, write.after.contract_id)
    if (!plan) return
    if (role === 'billed' && !write.before) storePlannedAmounts(write)
    const event = write.isPosted ? { role, row: write.after } : undefined
    if (plan.is_plain && write.after.settles_contract !== true && !isTerminated(write)) {
      if (event) storeDeferrals(write.after, role, applyRecord(blankState(), plan, event, roundOf(write)))
    } else if (event || write.wasPosted) applyOrReplay(write, plan, event)
  },
})

/** True if the contract is terminated. Its settlement depends on all records, even in a plain contract. */
function isTerminated({ world, organization, after }: Write): boolean {
  const contract = world.store
    .table(organization, contractRules(world).name)
    .get(numberOf(after, 'contract_id'))
  return contract?.status === 'terminated'
}

const roundOf =
  (write: Write) =>
  (value: Decimal): Decimal =>
    write.round(value)

function storeDeferrals(after: MutableRow, role: DeferralRole, deferrals: readonly Deferral[]): void {
  Object.assign(after, columnsFor(role, deferrals))
}

const columnsFor = (role: DeferralRole, deferrals: readonly Deferral[]): Row =>
  role === 'recognised' ? { carrying_amount: deferrals[0]?.carrying_amount ?? '0.00' } : { deferrals }

/** Applies the last record to the stored state. Any other write applies all records of the contract again. */
function applyOrReplay(write: Write, plan: DeferralPlanRow, event: DeferralEvent | undefined): void {
  const { last, state } = storedState(write, plan.id)
  if (!event || write.wasPosted || plan.is_plain || orderKey(event) <= last) {
    replay(write, plan, event)
    return
  }
  storeDeferrals(write.after, event.role, applyRecord(state, plan, event, roundOf(write)))
  storeState(write, plan.id, orderKey(event), state)
}

function replay(write: Write, plan: DeferralPlanRow, own: DeferralEvent | undefined): void {
  const state = blankState()
  const others = postedEvents(write, plan.id).filter(({ role, row }) => !isSame(write, role, row))
  const events = eventsInOrder([...others, ...(own ? [own] : [])])
  for (const event of events) {
    const deferrals = applyRecord(state, plan, event, roundOf(write))
    if (event === own) storeDeferrals(write.after, event.role, deferrals)
    else restate(write, event, columnsFor(event.role, deferrals))
  }
  const last = events.at(-1)
  if (!plan.is_plain) storeState(write, plan.id, last ? orderKey(last) : '', state)
}

const eventsInOrder = (events: readonly DeferralEvent[]): DeferralEvent[] =>
  [...events].sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))

const isSame = (write: Write, role: DeferralRole, row: Row): boolean =>
  role === write.definition.defers && row.number === write.after.number

function postedEvents({ world, organization }: Scope, contract: number): DeferralEvent[] {
  return world.registry.everything.flatMap(({ name, defers: role }) => {
    if (!role) return []
    const table = world.store.table(organization, name)
    return table
      .rowsWhere('contract_id', contract)
      .filter((row) => row.record_status === 'posted')
      .map((row) => ({ role, row }))
  })
}

/** Computes the deferral balances of a contract from all its posted records. */
export function deferralStateOf(scope: Scope, plan: DeferralPlanRow): DeferralState {
  const state = blankState()
  const rounding = scope.world.assumptions.read('rounding')
  for (const event of eventsInOrder(postedEvents(scope, plan.id)))
    applyRecord(state, plan, event, (value) => round(value, rounding))
  return state
}

/** Rewrites the postings of another record of the contract. None of its visible members changes. */
function restate(write: Write, { role, row }: DeferralEvent, columns: Row): void {
  if (Object.entries(columns).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value)))
    return
  const definition = write.world.registry.everything.find((one) => one.defers === role)
  invariant(definition, `no record type has the deferral role ${role}`)
  const type = write.world.registry.type(definition.name)
  const other = new Write(write, type, row, Object.assign(type.newRow(), row, columns), new Set())
  restatePostings(other)
  putOwnedRow(write, definition.name, other.after)
}

/** A line without an id takes the id of the old line with its position and item, else is refused (§13.5). */
function matchLines(write: Write, before: Row): void {
  const open = new Map(linesOf(before, 'items').map((line) => [line.id, line]))
  const lines = mutableLinesOf(write.after, 'items')
  for (const { id } of lines) open.delete(id)
  let isWrong = false
  for (const [index, line] of lines.entries()) {
    if (line.id !== null && line.id !== undefined) continue
    const known = [...open.values()].find(
      (one) => one.position === line.position && one.item_id === line.item_id,
    )
    if (known) {
      Object.assign(line, { id: known.id }, keptMembers(write, known))
      open.delete(known.id)
    } else {
      write.problems.add('items', onLine(index, messages.unmatchedLine))
      isWrong = true
    }
  }
  if (!isWrong && open.size > 0) write.problems.add('items', messages.missingLines)
}

const keptMembers = (write: Write, line: Row): Row =>
  Object.fromEntries(write.type.keptOfLines('items').map((name) => [name, line[name]]))

/** Stores the amount that the contract billed on each line. Later edits of the invoice leave it unchanged. */
function storePlannedAmounts({ after }: Write): void {
  if (after.settles_contract === true) return
  for (const line of mutableLinesOf(after, 'items'))
    if (line.usage_id === null) line.planned_amount = line.net_amount
}

/** The deferral account of each line at activation. Prepared invoices are spread only when posted. */
function storeAccounts(write: Write, plan: DeferralPlanRow): void {
  for (const line of mutableLinesOf(write.after, 'items')) {
    const sold =
      write.definition.defers === 'credited'
        ? plan.sold.find((one) => one.item_id === line.item_id)
        : plan.sold.find((one) => one.obligation_id === line.obligation_id)
    line.deferral_account_number ??= sold?.deferral_account_number ?? ownAccount(write, line)
  }
}

/** The account of a credited item that the contract does not sell. */
function ownAccount(write: Write, line: Row): number | null {
  if (write.definition.defers !== 'credited') return null
  const item = write.find(ITEMS, 'id', line.item_id)
  return (item && itemAccountNumber(write, item, 'sale')) ?? systemAccountNumber(write, 'Deferred Revenue')
}
