import { accountId, chart } from './chart'
import type { Preset } from './preset'

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

/** Two companies, in dollars and euros, with parties and items but no transactions (§3.8). */
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

/** One company in dollars with the same chart, and no other records. */
export const empty: Preset = {
  companies: [{ name: 'Example Trading Inc.', currency_iso_4217_code: 'USD' }],
  accounts: chart,
  terms,
}
