import { expect, it } from 'vitest'
import type { Fields } from '../../src/engine/schema/fields'
import { registry } from '../../src/resources/registry'
import { fresh } from './fresh'

/** What another system's books consist of, in the order in which they are loaded. */
const LOADED = [
  ...[
    'companies',
    'accounts',
    'terms',
    'items',
    'classifications',
    'customers',
    'vendors',
    'journalEntries',
    'invoices',
    'cashSales',
  ],
  ...[
    'bills',
    'customerCredits',
    'vendorCredits',
    'customerPrepayments',
    'vendorPrepayments',
    'customerPayments',
  ],
  ...['vendorPayments', 'directExpenses', 'bankTransfers'],
]

const requiredIn = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, { presence }]) => presence === 'required')
    .map(([name]) => `\`${name}\``)
    .join(', ')

it('what has to be given is told (UPDATE=1 rewrites it)', () => {
  const rows = LOADED.map((name) => {
    const { fields } = registry.type(name).definition
    const lines = fields.items?.element?.members ?? {}
    return `| \`${name}\` | ${requiredIn(fields)} | ${requiredIn(lines)} |`
  })
  expect(rows.length).toBe(LOADED.length)
  fresh(
    'docs/arranging.md',
    'loading',
    ['', '| `records.` | Required | In each line of `items` |', '|---|---|---|', ...rows, ''].join('\n'),
  )
})
