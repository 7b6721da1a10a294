import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { itemLines } from '../support/worlds/shorthand'
import { invoice, outcomeOf, trading } from '../support/worlds/trade'

/** The preset classification 1, Department, has the lines 1 Sales, 2 Operations, 3 Research. */
function classified() {
  const simulator = trading()
  const { classifications } = simulator.records
  classifications.create({
    name: 'Region',
    is_active: true,
    parent_id: null,
    selections: [
      { name: 'North', is_active: true, parent_id: null },
      { name: 'Closed', is_active: false, parent_id: null },
    ],
  })
  classifications.create({
    name: 'Old',
    is_active: false,
    parent_id: null,
    selections: [{ name: 'Any', is_active: true, parent_id: null }],
  })
  return simulator
}

/** `1:2, 2:4` as entries: classification 1 with line 2, classification 2 with line 4. */
const entries = (text: string) =>
  (given(text) ?? '')
    .split(', ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [id = 0, line_id = 0] = entry.split(':').map(Number)
      return { id, line_id }
    })

/** docs/service.md §2.5. */
test.each(
  table(`
    entries      required  | outcome    shown
    -            no        | ok         -
    1:2          no        | ok         Department/Operations
    1:2, 2:4     no        | ok         Department/Operations, Region/North
    1:4          no        | 422 items  -
    2:1          no        | 422 items  -
    1:99         no        | 422 items  -
    99:1         no        | 422 items  -
    1:1, 1:2     no        | 422 items  -
    2:5          no        | 422 items  -
    3:6          no        | 422 items  -
    -            yes       | 422 items  -
    2:4          yes       | 422 items  -
    1:2          yes       | ok         Department/Operations
    1:2, 2:4     yes       | ok         Department/Operations, Region/North
  `),
)('a line classified as $entries, required: $required: $outcome', (row) => {
  const simulator = classified()
  const { classifications, invoices } = simulator.records
  if (row.required === 'yes') {
    const { selections, ...department } = classifications.get(1)
    classifications.update(1, {
      name: department.name,
      is_active: true,
      parent_id: null,
      selections: selections.map(({ id, name }) => ({ id, name, is_active: true, parent_id: null })),
      required_for_records: ['invoice'],
    })
  }
  const items = itemLines('1 x 5.00').map((line) => ({ ...line, classifications: entries(row.entries) }))
  expect(outcomeOf(() => invoices.create(invoice({ items })))).toBe(row.outcome)
  const shown = invoices.find(() => true)?.items?.[0]?.classifications ?? []
  expect(shown.map(({ name, line_name }) => `${name}/${line_name}`).join(', ') || '-').toBe(row.shown)
  if (row.required === 'yes')
    expect(
      outcomeOf(() => invoices.create(invoice({ record_status: 'draft', items: itemLines('1 x 1') }))),
    ).toBe('ok')
})

test('the header shows the entries that every line carries', () => {
  const { invoices } = classified().records
  const header = (...texts: string[]) => {
    const items = texts.map((text) => ({ ...itemLines('1 x 5.00')[0], classifications: entries(text) }))
    const record = invoices.create(invoice({ items: items as never }))
    return record.classifications.map(({ id, line_id }) => `${id}:${line_id}`)
  }
  expect(header('1:2, 2:4', '1:2')).toEqual(['1:2'])
  expect(header('1:2', '1:1')).toEqual([])
  expect(header('1:2, 2:4', '2:4, 1:2')).toEqual(['1:2', '2:4'])
  expect(header('1:2', '-')).toEqual([])
})

test('entries tell the names as they are now', () => {
  const { classifications, invoices } = classified().records
  const items = itemLines('1 x 5.00').map((line) => ({ ...line, classifications: entries('1:2') }))
  invoices.create(invoice({ items }))
  classifications.update(1, {
    name: 'Division',
    is_active: true,
    parent_id: null,
    selections: [1, 2, 3].map((id) => ({ id, name: `Line ${id}`, is_active: true, parent_id: null })),
  })
  expect(invoices.get(1).items?.[0]?.classifications).toEqual([
    {
      id: 1,
      name: 'Division',
      line_id: 2,
      line_name: 'Line 2',
      parent_classification_id: null,
      parent_classification_line_id: null,
    },
  ])
  const drop = () =>
    classifications.update(1, {
      name: 'Division',
      is_active: true,
      parent_id: null,
      selections: [{ id: 1, name: 'Line 1', is_active: true, parent_id: null }],
    })
  expect(outcomeOf(drop), 'line 2 is in use').toBe('422 selections')
})

/** docs/service.md §4.1: by position, then in the order of the body; omitted positions count from 1. */
test.each(
  table(`
    positions   | order
    1 2 3       | a b c
    3 2 1       | c b a
    1 1 1       | a b c
    2 1 1       | b c a
    - - -       | a b c
    5 - -       | b c a
    9 9 1       | c a b
    -1 0 -2     | c a b
  `),
)('lines at $positions come out as $order', ({ positions, order }) => {
  const cells = positions.split(' ')
  const items = itemLines('1 x 1, 1 x 2, 1 x 3').map(({ position: _, ...line }, index) => ({
    ...line,
    memo: 'abc'[index] ?? '',
    ...(cells[index] !== '-' && { position: Number(cells[index]) }),
  }))
  const record = trading().records.invoices.create(invoice({ items }))
  expect(record.items?.map(({ memo }) => memo).join(' ')).toBe(order)
})

/** A known id keeps the line, none makes a new one, what is missing goes, an unknown id is refused. */
test('lines by their ids', () => {
  const { invoices } = trading().records
  const lines = itemLines('1 x 1, 1 x 2')
  const [a, b] = (invoices.create(invoice({ items: lines })).items ?? []).map(({ id }) => id)
  const other = invoices.create(invoice({ items: itemLines('1 x 9') })).items?.[0]?.id
  const put = (...ids: (number | null | undefined)[]) =>
    invoices
      .update(
        1,
        invoice({
          items: ids.map((id, i) => ({
            item_id: 1,
            quantity: '1',
            rate: '5',
            position: i,
            ...(id !== undefined && { id }),
          })),
        }),
      )
      .items?.map(({ id }) => id)
  expect(put(b, a)).toEqual([b, a])
  expect(outcomeOf(() => put(a, a))).toBe('422 items')
  expect(outcomeOf(() => put(a, 999))).toBe('422 items')
  expect(outcomeOf(() => put(other))).toBe('422 items')
  const [kept, fresh] = put(a, null) ?? []
  expect([kept, [a, b, other].includes(fresh)]).toEqual([a, false])
  expect(
    outcomeOf(() => put(b)),
    'line b is gone',
  ).toBe('422 items')
  expect(
    outcomeOf(() => invoices.create(invoice({ items: [{ ...itemLines('1 x 1')[0], id: a }] as never }))),
  ).toBe('422 items')
})
