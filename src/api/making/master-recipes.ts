import { CITIES, goodName, type Kit, partyName, type Recipe, some, uniqueText } from './kit'

const FIRST_OWN_ACCOUNT = 9000

const contact = ({ chance }: Kit, name: string) => ({
  email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`,
  phone: `+1 555 ${String(chance.integer(0, 9999)).padStart(4, '0')}`,
  website: '',
})

const accountId = (kit: Kit, type: string): unknown =>
  some(kit, 'accounts', (row) => row.account_type === type).id

/** Bodies of master data. */
export const MASTER_RECIPES: Readonly<Record<string, Recipe>> = {
  companies: (kit) => ({ name: partyName(kit, 'companies', ' Inc.'), currency_iso_4217_code: 'USD' }),
  accounts(kit) {
    const { scope } = kit
    const last = Number(scope.world.store.table(scope.organization, 'accounts').last()?.number ?? 0)
    return {
      name: goodName(kit, 'accounts', ' account'),
      number: Math.max(FIRST_OWN_ACCOUNT, last + 1),
      account_type: 'expense',
    }
  },
  items: (kit) => ({
    name: goodName(kit, 'items'),
    sku: uniqueText(kit, 'items', 'sku'),
    is_active: true,
    item_type: 'good',
    income_account_id: accountId(kit, 'income'),
    expense_account_id: accountId(kit, 'cost_of_goods_sold'),
    deferral_account_id: accountId(kit, 'deferred_revenue'),
  }),
  classifications: (kit) => ({
    name: goodName(kit, 'classifications', ' line'),
    is_active: true,
    parent_id: null,
    selections: ['North', 'South'].map((name) => ({ name, is_active: true, parent_id: null })),
  }),
  classificationLines: (kit) => ({
    name: kit.chance.pick(CITIES),
    classification_id: kit.given.classification_id ?? some(kit, 'classifications').id,
  }),
  terms({ chance }) {
    const days = chance.integer(1, 90)
    return { name: `Net ${days}`, days }
  },
  customers(kit) {
    const name = partyName(kit, 'customers')
    const city = kit.chance.pick(CITIES)
    return {
      name,
      unique_id: uniqueText(kit, 'customers', 'unique_id'),
      ...contact(kit, name),
      address: `${kit.chance.integer(1, 99)} Market Street, ${city}`,
      country: 'US',
    }
  },
  vendors(kit) {
    const name = partyName(kit, 'vendors')
    return {
      name,
      unique_id: uniqueText(kit, 'vendors', 'unique_id'),
      ...contact(kit, name),
      country: 'US',
      vendor_type: 'company',
      is_active: true,
    }
  },
}
