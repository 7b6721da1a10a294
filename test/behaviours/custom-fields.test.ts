import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { invoice, outcomeOf, payment, trading } from '../support/worlds/trade'

/** docs/service.md §2.6. */
test.each(
  table(`
    type           options  value              | outcome            shown
    text           -        "plain"            | ok                 "plain"
    text           -        5                  | 422 custom_fields  -
    number         -        "12.345678"        | ok                 "12.345678"
    number         -        12.5               | ok                 12.5
    number         -        "12.3456789"       | 422 custom_fields  -
    number         -        "x"                | 422 custom_fields  -
    currency       -        "12.34"            | ok                 "12.34"
    currency       -        "12.345"           | 422 custom_fields  -
    date           -        "2026-02-28"       | ok                 "2026-02-28"
    date           -        "2026-02-29"       | 422 custom_fields  -
    boolean        -        true               | ok                 true
    boolean        -        "true"             | 422 custom_fields  -
    single_select  a b      "a"                | ok                 "a"
    single_select  a b      "c"                | 422 custom_fields  -
    multi_select   a b      ["a","b"]          | ok                 ["a","b"]
    multi_select   a b      ["a","c"]          | 422 custom_fields  -
    multi_select   a b      "a"                | 422 custom_fields  -
    link           -        "https://a.test"   | ok                 "https://a.test"
    paragraph      -        "two lines"        | ok                 "two lines"
    text           -        null               | ok                 -
  `),
)('a custom field of type $type takes $value: $outcome', ({ type, options, value, outcome, shown }) => {
  const simulator = trading()
  const field = simulator.admin.customFields.define({
    name: 'Colour',
    field_type: type as 'text',
    applies_to: ['invoice'],
    ...(given(options) !== undefined && { options: options.split(' ') }),
  })
  const read = JSON.parse(value)
  for (const entry of [
    { Colour: read },
    { field: { id: field.id }, value: { custom_field_id: field.id, value: read } },
  ])
    expect(outcomeOf(() => simulator.records.invoices.create(invoice({ custom_fields: [entry] })))).toBe(
      outcome,
    )
  for (const { custom_fields } of simulator.records.invoices.list().items)
    expect(JSON.stringify(custom_fields[0]?.value?.value) ?? '-').toBe(shown)
})

test('custom fields: unknown ones are refused, null clears, an omitted list returns to none', () => {
  const simulator = trading()
  const { invoices, customerPayments } = simulator.records
  simulator.admin.customFields.define({ name: 'Colour', field_type: 'text', applies_to: ['invoice'] })
  const put = (...custom_fields: Record<string, unknown>[]) =>
    invoices.update(1, invoice({ custom_fields })).custom_fields.map(({ value }) => value?.value)
  expect(outcomeOf(() => invoices.create(invoice({ custom_fields: [{ Size: 'L' }] })))).toBe(
    '422 custom_fields',
  )
  expect(
    outcomeOf(() =>
      customerPayments.create(payment({ unassigned_amount: '1', custom_fields: [{ Colour: 'red' }] })),
    ),
    'the field is for invoices',
  ).toBe('422 custom_fields')
  const made = invoices.create(invoice({ custom_fields: [{ Colour: 'red' }] })).custom_fields
  expect(made).toMatchObject([
    { field: { name: 'Colour', field_type: 'text' }, value: { custom_field_name: 'Colour', value: 'red' } },
  ])
  expect(put({ Colour: 'blue' })).toEqual(['blue'])
  expect(put({ Colour: null })).toEqual([])
  expect(put({ Colour: 'green' })).toEqual(['green'])
  expect(invoices.update(1, invoice()).custom_fields).toEqual([])
})

/** docs/service.md §2.6: what an answer has of a field and of its value. */
test('an entry of an answer tells the field and its value', () => {
  const simulator = trading()
  const field = simulator.admin.customFields.define({
    ...{ name: 'Size', field_type: 'single_select', options: ['S', 'L'], applies_to: ['invoice'] },
    ...{ description: 'How large it is', helper_text: 'S or L', default_value: 'S' },
  })
  const [entry] = simulator.records.invoices.create(invoice({ custom_fields: [{ Size: 'L' }] })).custom_fields
  expect(entry).toEqual({
    field: {
      ...{ id: field.id, name: 'Size', description: 'How large it is', helper_text: 'S or L' },
      ...{ field_type: 'single_select', applies_to: ['invoice'], default_value: 'S' },
      ...{ options: ['S', 'L'], is_active: true },
    },
    value: {
      ...{ id: 1, custom_field_id: field.id, custom_field_name: 'Size', custom_field_type: 'single_select' },
      ...{ custom_field_value_id: 1, value: 'L' },
      ...{ created_at: '2026-01-15T09:00:00Z', updated_at: '2026-01-15T09:00:00Z' },
    },
  })
})
