import { idsOf } from '../../engine/model/row'
import { ACCOUNTS } from '../../engine/model/tables'
import { addDays } from '../../kernel/plain-date'
import { account, companyOf, goodName, header, type Kit, party, type Recipe, some } from './kit'

const yearOf = ({ date }: Kit): number => Number(date.slice(0, 4))

/** Bodies of assets, contracts, budgets, policies and checks. */
export const OTHER_RECIPES: Readonly<Record<string, Recipe>> = {
  fixedAssets(kit) {
    const { currency_iso_4217_code, exchange_rate, company_id } = header(kit)
    const currency = currency_iso_4217_code
    const cost = account(kit, 'fixed_asset', currency)
    return {
      ...{ company_id, currency_iso_4217_code, exchange_rate },
      name: goodName(kit, 'fixedAssets'),
      purchase_date: kit.date,
      cost: kit.chance.amount(500, 20_000),
      asset_account_number: cost,
      expense_account_number: account(kit, 'expense', currency),
      accumulation_account_number: accumulation(kit) ?? account(kit, 'fixed_asset', currency, cost),
      depreciation_method: 'straight_line',
      depreciation_start_date: kit.date,
      convention: 'full_month',
      useful_life: kit.chance.integer(12, 60),
    }
  },
  contracts(kit) {
    const item = some(kit, 'items', ({ item_type }) => item_type !== 'discount')
    return {
      company_id: companyOf(kit).id,
      ...party(kit, 'customer_id'),
      name: 'Made',
      start_date: kit.given.start_date ?? kit.date,
      end_date: addDays(String(kit.given.start_date ?? kit.date), 364),
      currency_iso_4217_code: companyOf(kit).currency_iso_4217_code,
      obligations: [{ item_id: item.id, quantity: '12', rate: kit.chance.amount(10, 200), position: 1 }],
    }
  },
  budgets: (kit) => ({
    name: `Plan ${yearOf(kit)}`,
    company_id: companyOf(kit).id,
    budget_type: 'income_statement',
    calendar_year: yearOf(kit),
    start_date: `${yearOf(kit)}-01-01`,
    end_date: `${yearOf(kit)}-12-31`,
  }),
  approvalPolicies: (kit) => ({
    record_type: 'purchase_order',
    name: 'Large amounts',
    company_ids: [companyOf(kit).id],
    steps: [
      {
        name: 'First',
        conditions: [{ field: 'amount', operator: 'gte', value: `${kit.chance.integer(5, 50) * 1000}` }],
        approver_ids: [1],
      },
    ],
  }),
  paperChecks(kit) {
    const paid = kit.make('directExpenses')
    return { transaction_id: idsOf(paid, 'transaction_ids')[0] }
  },
}

/** The chart has one for all assets. */
const accumulation = ({ scope }: Kit): number | undefined =>
  scope.world.store.table(scope.organization, ACCOUNTS).find('system_ref', 'Accumulated Depreciation')?.number
