import type { Row, Table } from '../../kernel/store'
import { type Draft, numberOf } from '../columns'
import { openDay } from '../open-day'
import { create } from '../operations/create'
import { isRefusal } from '../refusal'
import { nextOf } from '../sequences'
import { authorOf, type ContractScene, obligationOf, rateOn, resourceOf } from './contract-scene'
import { invoiceBody, type Sold } from './invoice-body'
import { lock } from './lock'
import { releasesDeposit } from './releases-deposit'

/** A share of an obligation that is still to be billed, or an invoice that the request prepared. */
export interface InstalmentRow extends Row {
  readonly id: number
  readonly contract_id: number
  readonly date: string
  readonly obligation_id: number | null
  readonly term_id: number | null
  readonly amount: string
  /** The create body, where one was given. */
  readonly prepared: Row | null
}

type Planned = Pick<InstalmentRow, 'date' | 'obligation_id' | 'term_id' | 'amount' | 'prepared'>

export const instalmentsIn = ({ world, organization }: ContractScene): Table<InstalmentRow> =>
  world.store.table<InstalmentRow>(organization, 'contractInstalments')

export function addInstalment(scene: ContractScene, contract: Row, row: Planned): void {
  const { date, obligation_id, term_id, amount, prepared } = row
  const id = nextOf(scene.world.store, scene.organization, 'contract_instalment')
  const contract_id = numberOf(contract, 'id')
  instalmentsIn(scene).put({ id, contract_id, date, obligation_id, term_id, amount, prepared })
}

/**
 * Makes the invoices of a day: one for each term, and each prepared one by itself (docs/service.md §13.5). What
 * is refused is noted on the contract and not tried again; a locked day moves to the first open one.
 */
export function billDay(scene: ContractScene, contract: Draft, due: readonly InstalmentRow[]): void {
  const table = instalmentsIn(scene)
  const groups = new Map<unknown, InstalmentRow[]>()
  for (const row of due) {
    const open = openDay(scene.world, scene.organization, numberOf(contract, 'company_id'), row.date)
    if (open !== row.date) {
      if (open !== undefined) table.put({ ...row, date: open })
      continue
    }
    const key = row.prepared ? row : row.term_id
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const rows of groups.values()) {
    generate(scene, contract, rows)
    for (const { id } of rows) table.remove(id)
  }
}

function generate(scene: ContractScene, contract: Draft, rows: readonly InstalmentRow[]): void {
  const [first] = rows
  if (!first) return
  const { world } = scene
  world.assumptions.read('billing-invoices')
  try {
    const invoice = world.store.history.atomically(() =>
      first.prepared
        ? createInvoice(scene, contract, preparedBody(scene, contract, first.prepared, first.date), [])
        : createInvoice(scene, contract, ...sharesOf(scene, contract, rows)),
    )
    if (invoice.record_status === 'posted') lock(scene, contract)
  } catch (error) {
    if (!isRefusal(error)) throw error
    contract.skipped = skipping(contract, { date: first.date, at: world.clock.instant, errors: error.errors })
  }
}

const SKIPPED_AT_MOST = 100

const skipping = ({ skipped }: Row, entry: Row): readonly Row[] =>
  [...(skipped as readonly Row[]), entry].slice(-SKIPPED_AT_MOST)

function sharesOf(
  scene: ContractScene,
  contract: Row,
  rows: readonly InstalmentRow[],
): [Row, readonly Sold[]] {
  const [{ date, term_id }] = rows as [InstalmentRow]
  const sold = rows
    .map((row) => ({
      obligation: obligationOf(scene, contract, row.obligation_id) ?? {},
      amount: row.amount,
    }))
    .map(({ obligation, amount }) => ({
      obligation,
      amount,
      memo: obligation.memo,
      classifications: obligation.classifications,
    }))
    .sort((a, b) => Number(a.obligation.position) - Number(b.obligation.position))
  return [invoiceBody(contract, date, term_id, rateOn(scene, contract, date), sold), sold]
}

/** What a prepared body leaves out, it has from the contract. */
export function preparedBody(scene: ContractScene, contract: Row, body: Row, date: string): Row {
  const own = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const { items: _, ...header } = invoiceBody(
    contract,
    date,
    contract.term_id,
    rateOn(scene, contract, date),
    [],
  )
  return { ...header, ...own, date }
}

/** Writes an invoice of the contract the way a request would. */
export function createInvoice(scene: ContractScene, contract: Row, body: Row, sold: readonly Sold[]): Row {
  const { world, organization } = scene
  const asDraft = world.assumptions.read('billing-invoices') === 'draft'
  return create(
    world,
    resourceOf(scene, 'invoices'),
    organization,
    authorOf(contract),
    asDraft ? { ...body, record_status: 'draft' } : body,
    (draft) => {
      draft.contract_id = contract.id
      for (const [index, line] of (draft.items as Draft[]).entries()) {
        line.obligation_id = sold[index]?.obligation.id ?? null
        line.usage_id = sold[index]?.usage ?? null
        line.deposit = releasesDeposit(world, sold[index]?.obligation) || null
      }
    },
  )
}
