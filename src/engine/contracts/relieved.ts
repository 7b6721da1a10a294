import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { LEDGER, type LedgerTransaction } from '../books/ledger'
import { decimalOf, textOf } from '../columns'
import { type ContractScene, rowsOf } from './contract-scene'

/**
 * What an entry takes from its deferral account in the company's currency: its own rate decides, but the entry
 * that empties the account of the contract takes all that is left there, so that nothing stays deferred
 * (docs/service.md §13.4).
 */
export function relieved(
  scene: ContractScene,
  contract: Row,
  entry: Row,
  round: (value: Decimal) => Decimal,
): { readonly relieved: string; readonly relieved_rate: string } {
  const rate = textOf(entry, 'exchange_rate')
  const amount = decimalOf(entry, 'amount')
  const atRate = { relieved: amountText(round(amount.times(decimal(rate)))), relieved_rate: rate }
  const isForeign = textOf(contract, 'currency_iso_4217_code') !== companyCurrency(scene, contract)
  if (!isForeign) return atRate
  const left = deferred(scene, contract, entry)
  if (!left.inRecord.equals(amount)) return atRate
  // At the one rate of all invoices a difference is one of rounding, else one of exchange.
  return { relieved: amountText(left.inCompany), relieved_rate: left.rate }
}

const companyCurrency = ({ world, organization }: ContractScene, { company_id }: Row): unknown =>
  world.store.table(organization, 'companies').get(company_id as number)?.currency_iso_4217_code

const NO_RATE = '0'

/** What the contract's invoices put on the account of an entry, less what its other entries took from there. */
function deferred(scene: ContractScene, contract: Row, entry: Row) {
  const { world, organization, rules } = scene
  const ledger = world.store.table<LedgerTransaction>(organization, LEDGER)
  const invoices = rowsOf(world.store.table(organization, rules.invoices), contract)
  const others = rowsOf(world.store.table(organization, rules.recognitions), contract).filter(
    ({ id }) => id !== entry.id,
  )
  let [inRecord, inCompany] = [zero, zero]
  for (const { transaction_ids } of [...invoices, ...others])
    for (const id of transaction_ids as readonly number[])
      for (const line of ledger.get(id)?.lines ?? []) {
        if (line.account_number !== entry.deferral_account_number) continue
        inRecord = inRecord.minus(decimal(line.record_debit))
        inCompany = inCompany.plus(decimal(line.credit)).minus(decimal(line.debit))
      }
  const rates = new Set(invoices.map((invoice) => textOf(invoice, 'exchange_rate')))
  return { inRecord, inCompany, rate: rates.size === 1 ? String([...rates][0]) : NO_RATE }
}
