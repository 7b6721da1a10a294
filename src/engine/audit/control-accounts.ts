import { type Cents, centsText, product } from '../../kernel/cents'
import type { Row } from '../../kernel/store'
import { transactionsOf } from '../ledger/entries'
import { ledgerCents } from '../ledger/ledger'
import type { Scope } from '../model/context'
import { centsOf, textOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Finding } from './finding'

type Totals = Map<string, Cents>

/**
 * The balances of the receivable, payable and deposit accounts equal the open amounts of the documents, by
 * company. Only ledger lines with a system account as role count: a journal line or an item may use the same
 * account without a document.
 */
export function* controlsEqualOpenDocuments(context: Scope): Iterable<Finding> {
  const definitions = context.world.registry.everything
  const controls = new Set(definitions.flatMap(({ balance }) => (balance ? [balance.control] : [])))
  const open = openByControl(context)
  const carried = carriedByControl(context, controls)
  for (const key of new Set([...open.keys(), ...carried.keys()])) {
    const [documents, account] = [open.get(key) ?? 0n, carried.get(key) ?? 0n]
    if (documents !== account)
      yield {
        where: key,
        text: `documents leave ${centsText(documents)} open, the account carries ${centsText(account)}`,
      }
  }
}

const add = (totals: Totals, company: unknown, control: string, value: Cents): void => {
  const key = `company ${String(company)} ${control}`
  totals.set(key, (totals.get(key) ?? 0n) + value)
}

function openByControl({ world, organization }: Scope): Totals {
  const totals: Totals = new Map()
  const rounding = world.assumptions.read('rounding')
  for (const definition of world.registry.everything)
    for (const row of world.store.table(organization, definition.name).rows()) {
      if (definition.balance)
        add(totals, row.company_id, definition.balance.control, signedOpen(definition, row))
      const unassigned = definition.settles?.unassigned
      const control = definition.settles?.unassignedOn
      if (unassigned && control && row.record_status === 'posted') {
        const value = product(textOf(row, 'unassigned_in_record'), textOf(row, 'exchange_rate'), rounding)
        add(totals, row.company_id, control, -value)
      }
    }
  return totals
}

const signedOpen = (definition: Definition, row: Row): Cents =>
  (row.side ?? definition.balance?.side) === 'credit'
    ? -centsOf(row, 'open_company')
    : centsOf(row, 'open_company')

function carriedByControl(context: Scope, controls: ReadonlySet<string>): Totals {
  const totals: Totals = new Map()
  const accounts = context.world.store.table(context.organization, 'accounts')
  for (const one of transactionsOf(context))
    for (const { role, account_number: account, value } of one.lines)
      if (role !== null && controls.has(role) && accounts.get(account)?.system_ref === role)
        add(totals, one.company_id, role, ledgerCents(value))
  return totals
}
