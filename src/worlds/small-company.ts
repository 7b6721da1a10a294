import type { Preset } from './preset'

type PresetRow = readonly [
  number: number,
  name: string,
  account_type: string,
  currency: string,
  isSystem: boolean,
]

const PLAIN = false
const SYSTEM = true

/** The built-in chart of accounts for all companies (§3.8). */
const CHART: readonly PresetRow[] = [
  [1000, 'Operating Bank', 'bank', 'USD', PLAIN],
  [1010, 'Euro Bank', 'bank', 'EUR', PLAIN],
  [1100, 'Accounts Receivable', 'accounts_receivable', '', SYSTEM],
  [1150, 'Undeposited Funds', 'other_current_asset', '', SYSTEM],
  [1300, 'Vendor Deposits', 'other_current_asset', '', SYSTEM],
  [1500, 'Equipment', 'fixed_asset', '', PLAIN],
  [1590, 'Accumulated Depreciation', 'fixed_asset', '', SYSTEM],
  [2000, 'Accounts Payable', 'accounts_payable', '', SYSTEM],
  [2050, 'Credit Card', 'credit_card', 'USD', PLAIN],
  [2200, 'Customer Deposits', 'other_current_liability', '', SYSTEM],
  [2300, 'Tax Payable', 'other_current_liability', '', SYSTEM],
  [2400, 'Deferred Revenue', 'deferred_revenue', '', SYSTEM],
  [3000, 'Retained Earnings', 'equity', '', SYSTEM],
  [3100, 'Net Income', 'equity', '', SYSTEM],
  [4000, 'Revenue', 'income', '', PLAIN],
  [5000, 'Cost of Goods Sold', 'cost_of_goods_sold', '', PLAIN],
  [6000, 'General Expense', 'expense', '', PLAIN],
  [6100, 'Bank Fees', 'expense', '', PLAIN],
  [6200, 'Depreciation Expense', 'expense', '', PLAIN],
  [7000, 'Realized Gain/Loss', 'other_income', '', SYSTEM],
  [7010, 'Rounding Gain/Loss', 'other_income', '', SYSTEM],
  [7100, 'Interest Income', 'other_income', '', PLAIN],
]

const chart = CHART.map(([number, name, account_type, currency, isSystem]) => ({
  number,
  name,
  account_type,
  ...(currency && { currency_iso_4217_code: currency }),
  is_system: isSystem,
  system_ref: isSystem ? name : null,
}))

const accountId = (number: number): number => CHART.findIndex(([known]) => known === number) + 1

const terms = [
  { name: 'Due on receipt', days: 0 },
  { name: 'Net 15', days: 15 },
  { name: 'Net 30', days: 30 },
  { name: 'Net 45', days: 45 },
  { name: 'Net 60', days: 60 },
]

const [revenue, costOfGoods, expense, deferred] = [4000, 5000, 6000, 2400].map(accountId)

const item = (sku: string, name: string, item_type: 'good' | 'service') => ({
  sku,
  name,
  item_type,
  is_active: true,
  income_account_id: revenue,
  expense_account_id: item_type === 'good' ? costOfGoods : expense,
  deferral_account_id: deferred,
})

const customer = (name: string, unique_id: string, city: string, country: string) => ({
  name,
  unique_id,
  email: `accounts@${unique_id.toLowerCase()}.example`,
  address: `1 Market Street, ${city}`,
  country,
  phone: '',
  website: '',
})

const vendor = (name: string, unique_id: string, country: string) => ({
  name,
  unique_id,
  email: `billing@${unique_id.toLowerCase()}.example`,
  phone: '',
  website: '',
  country,
  vendor_type: 'company',
  is_active: true,
})

/** Two companies, in dollars and in euros, with parties and items but no transactions (§3.8). */
export const smallCompany: Preset = {
  companies: [
    { name: 'Example Trading Inc.', currency_iso_4217_code: 'USD' },
    { name: 'Example Trading Europe', currency_iso_4217_code: 'EUR', parent_company_id: 1 },
  ],
  accounts: chart,
  terms,
  classifications: [
    {
      name: 'Department',
      is_active: true,
      parent_id: null,
      selections: ['Sales', 'Operations', 'Research'].map((name) => ({
        name,
        is_active: true,
        parent_id: null,
      })),
    },
  ],
  items: [
    item('DESK', 'Desk', 'good'),
    item('CHAIR', 'Chair', 'good'),
    item('LAMP', 'Lamp', 'good'),
    item('CONSULTING', 'Consulting hour', 'service'),
    item('SUPPORT', 'Support month', 'service'),
    {
      sku: 'DISCOUNT',
      name: 'Discount',
      item_type: 'discount',
      is_active: true,
      discount_account_id: revenue,
    },
  ],
  customers: [
    customer('Acorn Stores', 'ACORN', 'Boston', 'US'),
    customer('Birch Studio', 'BIRCH', 'Denver', 'US'),
    customer('Cedar Clinics', 'CEDAR', 'Austin', 'US'),
    customer('Dogwood Travel', 'DOGWOOD', 'Lyon', 'FR'),
    customer('Elm Schools', 'ELM', 'Dublin', 'IE'),
  ],
  vendors: [
    vendor('Fir Timber', 'FIR', 'US'),
    vendor('Ginkgo Paper', 'GINKGO', 'US'),
    vendor('Hazel Hosting', 'HAZEL', 'US'),
    vendor('Ivy Logistics', 'IVY', 'DE'),
    vendor('Juniper Energy', 'JUNIPER', 'NL'),
  ],
}

/** One company in dollars with the same chart of accounts, and no other records. */
export const empty: Preset = {
  companies: [{ name: 'Example Trading Inc.', currency_iso_4217_code: 'USD' }],
  accounts: chart,
  terms,
}
