import { type Decimal, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf, numberOf, textOf } from '../columns'
import type { Definition } from '../define'
import type { World } from '../world'
import type { Finding } from './check'
import { transactionsOf } from './entries'

type Totals = Map<string, Decimal>

/**
 * What documents leave open is what their control accounts carry, by company: the receivable, payable and deposit
 * accounts never drift from the documents. Journal entries may write to receivable and deposit
 * accounts by hand and are left out there.
 */
export function* controlsEqualOpenDocuments(world: World, organization: string): Iterable<Finding> {
  const definitions = world.machine.everything
  const controls = new Set(definitions.flatMap(({ balance }) => (balance ? [balance.control] : [])))
  const open = openByControl(world, organization)
  const carried = carriedByControl(world, organization, controls)
  for (const key of new Set([...open.keys(), ...carried.keys()])) {
    const [documents, account] = [open.get(key) ?? zero, carried.get(key) ?? zero]
    if (!documents.equals(account))
      yield {
        where: key,
        text: `documents leave ${documents.toFixed(2)} open, the account carries ${account.toFixed(2)}`,
      }
  }
}

const add = (totals: Totals, company: unknown, control: string, value: Decimal): void => {
  const key = `company ${String(company)} ${control}`
  totals.set(key, (totals.get(key) ?? zero).plus(value))
}

function openByControl(world: World, organization: string): Totals {
  const totals: Totals = new Map()
  for (const definition of world.machine.everything)
    for (const row of world.store.table(organization, definition.name).rows()) {
      if (definition.balance)
        add(totals, row.company_id, definition.balance.control, signedOpen(definition, row))
      const unassigned = definition.settles?.unassigned
      const control = definition.settles?.unassignedOn
      if (unassigned && control && row.record_status === 'posted') {
        const rate = decimal(textOf(row, 'exchange_rate'))
        add(
          totals,
          row.company_id,
          control,
          decimalOf(row, 'unassigned_in_record').times(rate).toDecimalPlaces(2).negated(),
        )
      }
    }
  return totals
}

const signedOpen = (definition: Definition, row: Row): Decimal =>
  (row.side ?? definition.balance?.side) === 'credit'
    ? decimalOf(row, 'open_company').negated()
    : decimalOf(row, 'open_company')

function carriedByControl(world: World, organization: string, controls: ReadonlySet<string>): Totals {
  const roles = new Map<number, string>()
  for (const account of world.store.table(organization, 'accounts').rows())
    if (controls.has(String(account.system_ref)))
      roles.set(numberOf(account, 'number'), String(account.system_ref))
  const totals: Totals = new Map()
  for (const one of transactionsOf(world, organization)) {
    const isJournal = world.machine.find(one.record_type)?.definition.journal !== undefined
    for (const line of one.lines) {
      const role = roles.get(line.account_number)
      // Payable lines of journal entries are documents too; their other control lines belong to none.
      if (role && (!isJournal || role === 'Accounts Payable'))
        add(totals, one.company_id, role, decimal(line.debit).minus(decimal(line.credit)))
    }
  }
  return totals
}
