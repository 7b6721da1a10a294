import {
  CITIES,
  type FactoryContext,
  goodName,
  partyName,
  type RecordFactory,
  some,
  uniqueText,
} from './factory-context'

const FIRST_OWN_ACCOUNT = 9000

const contact = ({ chance }: FactoryContext, name: string) => ({
  email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`,
  phone: `+1 555 ${String(chance.integer(0, 9999)).padStart(4, '0')}`,
  website: '',
})

const accountId = (context: FactoryContext, type: string): unknown =>
  some(context, 'accounts', (row) => row.account_type === type).id

/** Bodies of master data. */
export const MASTER_FACTORIES: Readonly<Record<string, RecordFactory>> = {
  companies: (context) => ({ name: partyName(context, 'companies', ' Inc.'), currency_iso_4217_code: 'USD' }),
  accounts(context) {
    const { scope } = context
    const last = Number(scope.world.store.table(scope.organization, 'accounts').last()?.number ?? 0)
    return {
      name: goodName(context, 'accounts', ' account'),
      number: Math.max(FIRST_OWN_ACCOUNT, last + 1),
      account_type: 'expense',
    }
  },
  items: (context) => ({
    name: goodName(context, 'items'),
    sku: uniqueText(context, 'items', 'sku'),
    is_active: true,
    item_type: 'good',
    income_account_id: accountId(context, 'income'),
    expense_account_id: accountId(context, 'cost_of_goods_sold'),
    deferral_account_id: accountId(context, 'deferred_revenue'),
  }),
  classifications: (context) => ({
    name: goodName(context, 'classifications', ' line'),
    is_active: true,
    parent_id: null,
    selections: ['North', 'South'].map((name) => ({ name, is_active: true, parent_id: null })),
  }),
  classificationLines: (context) => ({
    name: context.chance.pick(CITIES),
    classification_id: context.given.classification_id ?? some(context, 'classifications').id,
  }),
  terms({ chance }) {
    const days = chance.integer(1, 90)
    return { name: `Net ${days}`, days }
  },
  customers(context) {
    const name = partyName(context, 'customers')
    const city = context.chance.pick(CITIES)
    return {
      name,
      unique_id: uniqueText(context, 'customers', 'unique_id'),
      ...contact(context, name),
      address: `${context.chance.integer(1, 99)} Market Street, ${city}`,
      country: 'US',
    }
  },
  vendors(context) {
    const name = partyName(context, 'vendors')
    return {
      name,
      unique_id: uniqueText(context, 'vendors', 'unique_id'),
      ...contact(context, name),
      country: 'US',
      vendor_type: 'company',
      is_active: true,
    }
  },
}
