import { amountText, decimal, sum, zero } from '../../../kernel/money'
import type { Row } from '../../../kernel/store'
import { type RowIn, table } from '../../../kernel/table-shape'
import type { Scope } from '../../model/context'
import { decimalOf, linesOf, numberOf, textOf } from '../../model/row'
import { ACCOUNTS, COMPANIES } from '../../model/tables'
import type { Write } from '../../write/write'
import { isUsage } from '../conditions'
import { type ContractContext, givenSchedule } from '../context'
import { revenueAccounts } from '../recognition'
import type { SoldObligation } from './split'

/** The deferral accounts of an active contract; one row for each contract, by its id. */
export const DEFERRAL_PLANS = table('contractDeferrals', {
  id: 'count',
  is_foreign: 'flag',
  is_prepared: 'flag',
  /**
   * True if each account bills exactly what is recognised from it, in the company's currency and without prepared
   * invoices. Then every record can be computed without those before it.
   */
  is_plain: 'flag',
  sold: [
    {
      obligation_id: 'count',
      item_id: 'count',
      deferral_account_number: 'integer',
      income_account_number: 'integer?',
      net: 'decimal',
      is_metered: 'flag',
      /** Invoiced outside the service. */
      is_skipped: 'flag',
    },
  ],
  /** The total to recognise from each account over the whole contract, without usage. */
  due: [{ account_number: 'integer', amount: 'decimal' }],
})
export type DeferralPlanRow = RowIn<typeof DEFERRAL_PLANS>
/** An obligation as it was at the activation of its contract. Later changes of its item do not change it. */
export type SoldRow = DeferralPlanRow['sold'][number]

export const deferralPlanOf = (
  { world, organization }: Scope,
  contract: unknown,
): DeferralPlanRow | undefined =>
  typeof contract === 'number' ? world.store.table(organization, DEFERRAL_PLANS).get(contract) : undefined

/** Stores the deferral accounts of a contract at its activation. */
export function planDeferral(write: Write, context: ContractContext): void {
  const { after: contract } = write
  const sold = linesOf(contract, context.rules.obligations).map((obligation) => soldRow(write, obligation))
  const due = dueOf(write, context, sold)
  const company = write.find(COMPANIES, 'id', contract.company_id)
  const isForeign = contract.currency_iso_4217_code !== company?.currency_iso_4217_code
  const isPrepared = linesOf(contract, 'prepared_invoices').length > 0
  const isEven = [...due].every(([account, amount]) => amount.eq(netOn(sold, account)))
  write.table(DEFERRAL_PLANS).put({
    id: numberOf(contract, 'id'),
    is_foreign: isForeign,
    is_prepared: isPrepared,
    is_plain: !isForeign && !isPrepared && isEven,
    sold,
    due: [...due].map(([account_number, amount]) => ({ account_number, amount: amountText(amount) })),
  })
}

function soldRow(write: Write, obligation: Row): SoldRow {
  const { income, deferral } = revenueAccounts(write, obligation)
  return {
    obligation_id: numberOf(obligation, 'id'),
    item_id: numberOf(obligation, 'item_id'),
    deferral_account_number: deferral,
    income_account_number: income,
    net: textOf(obligation, 'net_amount'),
    is_metered: isUsage(obligation),
    is_skipped: obligation.skip_invoice_generation === true,
  }
}

const netOn = (sold: readonly SoldRow[], account: number) =>
  sum(
    sold
      .filter((one) => !one.is_metered && one.deferral_account_number === account)
      .map(({ net }) => decimal(net)),
  )

/** The amount recognised from each account: as allocated, or by a given schedule with accounts of its own. */
function dueOf(write: Write, { rules }: ContractContext, sold: readonly SoldRow[]) {
  const obligations = linesOf(write.after, rules.obligations)
  const due = new Map(sold.filter((one) => !one.is_metered).map((one) => [one.deferral_account_number, zero]))
  const add = (account: number, amount: typeof zero): void => {
    due.set(account, (due.get(account) ?? zero).plus(amount))
  }
  const accountOf = (id: unknown): number =>
    sold.find((one) => one.obligation_id === id)?.deferral_account_number ?? 0
  const given = givenSchedule(write.world, write.after)
  for (const entry of given) {
    const named = write.find(ACCOUNTS, 'id', entry.deferral_account_id)?.number
    const obligation = obligations.find((line) => line.position === entry.performance_obligation_id)
    add(named ?? accountOf((obligation ?? obligations[0])?.id), decimalOf(entry, 'amount'))
  }
  if (given.length === 0)
    for (const obligation of obligations)
      if (!isUsage(obligation)) add(accountOf(obligation.id), decimalOf(obligation, 'allocated_amount'))
  return due
}

/** Returns the accounts of an obligation as of the activation, or the current ones before it. */
export function soldAccounts(
  write: Write,
  obligation: Row | undefined,
): { readonly income: number | null; readonly deferral: number } {
  const sold = deferralPlanOf(write, write.after.id)?.sold.find((one) => one.obligation_id === obligation?.id)
  return sold
    ? { income: sold.income_account_number, deferral: sold.deferral_account_number }
    : revenueAccounts(write, obligation)
}

/** Returns the obligations without usage, for the split of invoices. */
export const pricedIn = ({ sold }: DeferralPlanRow): SoldObligation[] =>
  sold
    .filter((one) => !one.is_metered)
    .map((one) => ({
      id: one.obligation_id,
      item: one.item_id,
      account: one.deferral_account_number,
      net: decimal(one.net),
    }))
