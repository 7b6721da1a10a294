import { idsOf } from '../../engine/model/row'
import { ACCOUNTS } from '../../engine/model/tables'
import { addDays } from '../../kernel/plain-date'
import {
  account,
  companyOf,
  type FactoryContext,
  goodName,
  header,
  party,
  type RecordFactory,
  some,
} from './factory-context'

const yearOf = ({ date }: FactoryContext): number => Number(date.slice(0, 4))

/** Bodies of assets, contracts, budgets, policies and checks. */
export const OTHER_FACTORIES: Readonly<Record<string, RecordFactory>> = {
  fixedAssets(context) {
    const { currency_iso_4217_code, exchange_rate, company_id } = header(context)
    const currency = currency_iso_4217_code
    const cost = account(context, 'fixed_asset', currency)
    return {
      ...{ company_id, currency_iso_4217_code, exchange_rate },
      name: goodName(context, 'fixedAssets'),
      purchase_date: context.date,
      cost: context.chance.amount(500, 20_000),
      asset_account_number: cost,
      expense_account_number: account(context, 'expense', currency),
      accumulation_account_number: accumulation(context) ?? account(context, 'fixed_asset', currency, cost),
      depreciation_method: 'straight_line',
      depreciation_start_date: context.date,
      convention: 'full_month',
      useful_life: context.chance.integer(12, 60),
    }
  },
  contracts(context) {
    const item = some(context, 'items', ({ item_type }) => item_type !== 'discount')
    return {
      company_id: companyOf(context).id,
      ...party(context, 'customer_id'),
      name: 'Made',
      start_date: context.given.start_date ?? context.date,
      end_date: addDays(String(context.given.start_date ?? context.date), 364),
      currency_iso_4217_code: companyOf(context).currency_iso_4217_code,
      obligations: [{ item_id: item.id, quantity: '12', rate: context.chance.amount(10, 200), position: 1 }],
    }
  },
  budgets: (context) => ({
    name: `Plan ${yearOf(context)}`,
    company_id: companyOf(context).id,
    budget_type: 'income_statement',
    calendar_year: yearOf(context),
    start_date: `${yearOf(context)}-01-01`,
    end_date: `${yearOf(context)}-12-31`,
  }),
  approvalPolicies: (context) => ({
    record_type: 'purchase_order',
    name: 'Large amounts',
    company_ids: [companyOf(context).id],
    steps: [
      {
        name: 'First',
        conditions: [{ field: 'amount', operator: 'gte', value: `${context.chance.integer(5, 50) * 1000}` }],
        approver_ids: [1],
      },
    ],
  }),
  paperChecks(context) {
    const paid = context.make('directExpenses')
    return { transaction_id: idsOf(paid, 'transaction_ids')[0] }
  },
}

/** The chart of accounts has one such account for all assets. */
const accumulation = ({ scope }: FactoryContext): number | undefined =>
  scope.world.store.table(scope.organization, ACCOUNTS).find('system_ref', 'Accumulated Depreciation')?.number
