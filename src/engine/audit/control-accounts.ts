import { type Cents, centsText, product } from '../../kernel/cents'
import { memoize } from '../../kernel/memoize'
import type { Row } from '../../kernel/store'
import { ledgerCents } from '../ledger/ledger'
import { journalPayables } from '../ledger/payables'
import type { Registry } from '../model/compiled-type'
import { centsOf, idsOf, linesOf, numberOf, textOf } from '../model/row'
import { ACCOUNTS, LEDGER } from '../model/tables'
import type { Definition } from '../schema/define'
import type { AuditScope } from './audit-scope'
import { addTo, type Tie, type Totals } from './tie'

/** A control account of a company equals its open documents plus the amounts posted to it directly. */
export const controlsEqualOpenDocuments: Tie = {
  sides(context) {
    const controls = controlsIn(context.world.registry)
    const open = openByControl(context)
    addDirect(context, controls, open)
    return [open, carriedByControl(context, controls)]
  },
  tell: (documents, account) =>
    `records leave ${centsText(documents)} there, the account carries ${centsText(account)}`,
}

const controlsIn = memoize(
  ({ everything }: Registry): ReadonlySet<string> =>
    new Set(everything.flatMap(({ balance }) => (balance ? [balance.control] : []))),
)

const add = (totals: Totals, company: unknown, control: string, value: Cents): void =>
  addTo(totals, `company ${String(company)} ${control}`, value)

function openByControl(scope: AuditScope): Totals {
  const totals: Totals = new Map()
  for (const definition of scope.types)
    for (const row of scope.rows(definition.name)) {
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

/** Adds the amounts that records post to a control account by its number or by the item of a line. */
function addDirect(scope: AuditScope, controls: ReadonlySet<string>, totals: Totals): void {
  const { world, organization } = scope
  const accounts = world.store.table(organization, ACCOUNTS)
  for (const definition of scope.types) {
    if (!definition.posts) continue
    for (const row of scope.rows(definition.name)) {
      if (row.record_status !== 'posted' || isMirrored(definition, row)) continue
      for (const { account, value } of directIn(scope, definition, row)) {
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

/** A record that is reversed on a date adds up to 0. */
const isMirrored = ({ reversesOn }: Definition, row: Row): boolean =>
  reversesOn !== undefined && row[reversesOn] !== null

/** An item may have another account by now, so amounts of item lines are taken from the ledger. */
const directIn = (scope: AuditScope, definition: Definition, row: Row): Direct[] =>
  hasItemLines(definition, row) ? fromLedger(scope, row) : fromRecord(scope, definition, row)

const hasItemLines = ({ posts }: Definition, row: Row): boolean =>
  (posts ?? []).some(({ account, each }) => account.kind === 'item' && linesOf(row, each ?? '').length > 0)

const fromLedger = (scope: AuditScope, row: Row): Direct[] =>
  idsOf(row, 'transaction_ids').flatMap((id) => {
    const { lines = [] } = scope.row(LEDGER, id) ?? {}
    return lines
      .filter(({ role }) => role === null)
      .map(({ account_number, value }) => ({ account: account_number, value: ledgerCents(value) }))
  })

function fromRecord(scope: AuditScope, definition: Definition, row: Row): Direct[] {
  const rounding = scope.world.assumptions.read('rounding')
  return (definition.posts ?? []).flatMap(({ account, side, amount, each, where, company }) => {
    if (account.kind !== 'named') return []
    const sources = (each ? linesOf(row, each) : [row]).filter((one) => !where || one[where] !== null)
    // A payable line that names a vendor is a document of its own.
    const direct = definition.journal
      ? sources.filter((line) => !scope.row(journalPayables.name, numberOf(line, 'id')))
      : sources
    return direct.map((one) => {
      const value = company
        ? centsOf(one, company)
        : product(textOf(one, amount), textOf(row, 'exchange_rate'), rounding)
      return { account: numberOf(one, account.column), value: side === 'debit' ? value : -value }
    })
  })
}

function carriedByControl(scope: AuditScope, controls: ReadonlySet<string>): Totals {
  const totals: Totals = new Map()
  const accounts = scope.world.store.table(scope.organization, ACCOUNTS)
  for (const one of scope.rows(LEDGER))
    for (const { account_number: account, value } of one.lines) {
      const control = String(accounts.get(account)?.system_ref)
      if (controls.has(control)) add(totals, one.company_id, control, ledgerCents(value))
    }
  return totals
}
