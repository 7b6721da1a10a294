import { type Cents, centsText, product } from '../../kernel/cents'
import type { Row } from '../../kernel/store'
import { transactionsOf } from '../ledger/entries'
import { ledgerCents } from '../ledger/ledger'
import { journalPayables } from '../ledger/payables'
import type { Scope } from '../model/context'
import { centsOf, idsOf, linesOf, numberOf, textOf } from '../model/row'
import { ACCOUNTS, LEDGER } from '../model/tables'
import type { Definition } from '../schema/define'
import type { Finding } from './finding'

type Totals = Map<string, Cents>

/** A control account of a company equals its open documents plus what records post there directly. */
export function* controlsEqualOpenDocuments(context: Scope): Iterable<Finding> {
  const definitions = context.world.registry.everything
  const controls = new Set(definitions.flatMap(({ balance }) => (balance ? [balance.control] : [])))
  const open = openByControl(context)
  addDirect(context, controls, open)
  const carried = carriedByControl(context, controls)
  for (const key of new Set([...open.keys(), ...carried.keys()])) {
    const [documents, account] = [open.get(key) ?? 0n, carried.get(key) ?? 0n]
    if (documents !== account)
      yield {
        where: key,
        text: `records leave ${centsText(documents)} there, the account carries ${centsText(account)}`,
      }
  }
}

const add = (totals: Totals, company: unknown, control: string, value: Cents): void => {
  const key = `company ${String(company)} ${control}`
  totals.set(key, (totals.get(key) ?? 0n) + value)
}

function openByControl({ world, organization }: Scope): Totals {
  const totals: Totals = new Map()
  for (const definition of world.registry.everything)
    for (const row of world.store.table(organization, definition.name).rows()) {
      if (definition.balance)
        add(totals, row.company_id, definition.balance.control, signedOpen(definition, row))
      const unassigned = definition.settles?.unassigned
      const control = definition.settles?.unassignedOn
      if (unassigned && control && row.record_status === 'posted')
        add(totals, row.company_id, control, -centsOf(row, 'unassigned_company'))
    }
  return totals
}

const signedOpen = (definition: Definition, row: Row): Cents =>
  (row.side ?? definition.balance?.side) === 'credit'
    ? -centsOf(row, 'open_company')
    : centsOf(row, 'open_company')

/** Adds what records post to a control account that they name, or that an item of their lines names. */
function addDirect(context: Scope, controls: ReadonlySet<string>, totals: Totals): void {
  const { world, organization } = context
  const accounts = world.store.table(organization, ACCOUNTS)
  for (const definition of world.registry.everything) {
    if (!definition.posts) continue
    for (const row of world.store.table(organization, definition.name).rows()) {
      if (row.record_status !== 'posted' || isMirrored(definition, row)) continue
      for (const { account, value } of directIn(context, definition, row)) {
        const control = String(accounts.get(account)?.system_ref)
        if (controls.has(control)) add(totals, row.company_id, control, value)
      }
    }
  }
}

interface Direct {
  readonly account: number
  readonly value: Cents
}

/** A record and its reversal add up to 0. */
const isMirrored = ({ reversesOn }: Definition, row: Row): boolean =>
  reversesOn !== undefined && row[reversesOn] !== null

/** An item may have another account by now, so amounts of item lines are taken from the ledger. */
const directIn = (context: Scope, definition: Definition, row: Row): Direct[] =>
  hasItemLines(definition, row) ? fromLedger(context, row) : fromRecord(context, definition, row)

const hasItemLines = ({ posts }: Definition, row: Row): boolean =>
  (posts ?? []).some(({ account, each }) => account.kind === 'item' && linesOf(row, each ?? '').length > 0)

const fromLedger = ({ world, organization }: Scope, row: Row): Direct[] =>
  idsOf(row, 'transaction_ids').flatMap((id) => {
    const { lines = [] } = world.store.table(organization, LEDGER).get(id) ?? {}
    return lines
      .filter(({ role }) => role === null)
      .map(({ account_number, value }) => ({ account: account_number, value: ledgerCents(value) }))
  })

function fromRecord({ world, organization }: Scope, definition: Definition, row: Row): Direct[] {
  const rounding = world.assumptions.read('rounding')
  const payables = world.store.table(organization, journalPayables.name)
  return (definition.posts ?? []).flatMap(({ account, side, amount, each, where, company }) => {
    if (account.kind !== 'named') return []
    const sources = (each ? linesOf(row, each) : [row]).filter((one) => !where || one[where] !== null)
    // A payable line that names a vendor is a document of its own.
    const direct = definition.journal
      ? sources.filter((line) => !payables.has(numberOf(line, 'id')))
      : sources
    return direct.map((one) => {
      const value = company
        ? centsOf(one, company)
        : product(textOf(one, amount), textOf(row, 'exchange_rate'), rounding)
      return { account: numberOf(one, account.column), value: side === 'debit' ? value : -value }
    })
  })
}

function carriedByControl(context: Scope, controls: ReadonlySet<string>): Totals {
  const totals: Totals = new Map()
  const accounts = context.world.store.table(context.organization, ACCOUNTS)
  for (const one of transactionsOf(context))
    for (const { account_number: account, value } of one.lines) {
      const control = String(accounts.get(account)?.system_ref)
      if (controls.has(control)) add(totals, one.company_id, control, ledgerCents(value))
    }
  return totals
}
