import { describe, expect, it } from 'vitest'
import { compile } from '../src/engine/compile'
import { record } from '../src/engine/schema/define'
import {
  actors,
  company,
  customFieldValues,
  dates,
  identity,
  recordStatus,
  requiredCurrency,
} from '../src/engine/schema/field-groups'
import {
  amount,
  choice,
  lines,
  maybe,
  optional,
  readOnly,
  reference,
  text,
} from '../src/engine/schema/fields'
import { anyOf, contains, dateFilters, statusFilter } from '../src/engine/schema/filters'
import { itemLine, lineAmounts } from '../src/engine/schema/line-fields'
import { credit, debit, itemAccount, system } from '../src/engine/schema/posting'
import * as catalogue from '../src/resources/catalogue'
import { compose } from '../src/simulator/create-simulator'
import { promises } from './promises/all'
import { clientOf, refusal } from './support/client'
import type { Subject } from './support/subject'

/** A record type that the service does not have, in one definition. */
const membershipFees = record({
  name: 'membershipFees',
  model: 'MembershipFee',
  path: 'membership-fees',
  identifier: 'number',
  basis: 'assumed',
  operations: {
    v1: ['list', 'get', 'create', 'update'],
    v2: ['list', 'get', 'create'],
  },
  createStatus: { v2: 201 },
  fields: {
    ...identity(),
    ...actors(),
    ...company(reference('companies')),
    customer_id: reference('customers'),
    ...requiredCurrency(),
    ...dates(),
    ...recordStatus(),
    season: choice('spring', 'autumn'),
    title: text('non-empty'),
    note: optional(text(), 'none'),
    sponsor_id: maybe(reference('vendors')),
    amount: readOnly(amount(), '0.00'),
    ...customFieldValues(),
    items: lines({ ...itemLine(), ...lineAmounts() }),
  },
  document: { counterparty: 'customer_id' },
  priced: { lines: ['items'], side: 'sale' },
  posts: [
    debit(system('Undeposited Funds'), 'amount'),
    credit(itemAccount('sale'), 'net_amount', { each: 'items' }),
    credit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: {
    company_id: anyOf('company_id'),
    number: anyOf('number'),
    title: contains('title'),
    ...dateFilters,
    ...statusFilter,
  },
  orderings: ['number', 'date', 'title', 'amount'],
  search: ['number', 'title'],
})

const definitions = [...Object.values(catalogue), membershipFees] as Subject['definitions']

const registry = compile(definitions)

/** The promises run over the new type alone; the types that it refers to are there to be referred to. */
const made: Subject = {
  definitions: definitions.filter(({ internal }) => !internal),
  open: (options) => compose(registry, options),
}
const only = (subject: Subject): Subject => ({
  ...subject,
  definitions: subject.definitions.map((definition) =>
    definition.name === membershipFees.name ? definition : { ...definition, operations: {} },
  ),
})

describe('a made-up record type', () => {
  const sent = {
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    currency_iso_4217_code: 'USD',
    exchange_rate: 1,
    season: 'spring',
    title: 'Rowing',
    items: [{ item_id: 4, quantity: 1, rate: '80', tax: { code: 'VAT', rate: 25 } }],
  }

  it('has routes, validation, numbers, idempotency and books', async () => {
    const simulator = compose(registry)
    const send = clientOf(simulator)
    const created = await send('POST', '/public/v2/membership-fees/', sent, { 'Idempotency-Key': 'spring' })
    expect([created.status, created.body.number, created.body.amount]).toEqual([201, 1, '100.00'])
    const replayed = await send('POST', '/public/v2/membership-fees/', sent, { 'Idempotency-Key': 'spring' })
    expect(replayed.text).toBe(created.text)
    const refused = await send('POST', '/public/v1/membership-fees/', { ...sent, season: 'winter' })
    expect([refused.status, refused.body]).toEqual([
      422,
      refusal('season', 'Input should be one of: spring, autumn'),
    ])
    expect((await send('GET', '/public/v1/membership-fees/?title=row')).body.count).toBe(1)
    expect((await send('GET', '/public/v1/membership-fees/7/')).body).toEqual(
      refusal('__all__', 'MembershipFee matching query does not exist'),
    )
    expect(simulator.books.trialBalance(1).map((line) => [line.account_name, line.balance])).toEqual([
      ['Undeposited Funds', '100.00'],
      ['Tax Payable', '-20.00'],
      ['Revenue', '-80.00'],
    ])
    expect(simulator.books.check()).toEqual([])
  })
})

// The made-up type offers no DELETE and takes no files, so there is nothing for those promises to look at.
const kept = Object.entries(promises).filter(([name]) => !['remove', 'attachments'].includes(name))

describe.each(kept)('%s', (_, promise) => promise(only(made)))
