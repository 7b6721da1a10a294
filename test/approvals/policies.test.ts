import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { type InvoiceInput, invoice, outcomeOf, trading } from '../support/worlds/trade'
import { type Policy, under } from '../support/worlds/under-policy'

/** docs/service.md §11.3: one policy counts. Words of a policy: priority, companies, off. */
test.each(
  table(`
    policies                                   company  | asked of
    -, -                                       1        | 1
    priority 2, -                              1        | 2
    -, priority 0                              1        | 2
    off, priority 9                            1        | 2
    off                                        1        | nobody
    companies 1                                1        | 1
    companies 2                                1        | nobody
    companies 2, priority 9                    1        | 2
    companies 2 priority 9, priority 10        2        | 1
    companies 1+2                              2        | 1
    companies 2 all                            1        | 1
    never priority 0, priority 9               1        | nobody
  `),
)('of $policies for company $company: $asked of', ({ policies, company, 'asked of': expected }) => {
  const simulator = trading()
  for (const [index, words] of policies.split(', ').entries()) {
    const ids = /companies ([\d+]+)/.exec(words)?.[1]?.split('+').map(Number)
    const never = { conditions: [{ field: 'amount', operator: 'lt', value: 0 } as const] }
    under(
      {
        priority: Number(/priority (\d+)/.exec(words)?.[1] ?? 1),
        is_active: !words.includes('off'),
        ...(ids && { company_ids: ids }),
        ...(words.includes('all') && { applies_to_all_companies: true }),
        steps: [{ approver_ids: [index + 1], ...(words.includes('never') && never) }],
      },
      simulator,
    )
  }
  const euros = { company_id: 2, currency_iso_4217_code: 'EUR' as const }
  const record = simulator.records.invoices.create(invoice(company === '2' ? euros : {}))
  expect(record.next_approvers?.map(({ id }) => id).join() ?? 'nobody').toBe(expected)
  expect(record.approval_status).toBe(expected === 'nobody' ? null : 'pending')
})

/** An invoice of 250.00 to Acorn Stores (customer 1), two lines of the items 1 and 3, memo "Two Desks". */
const CONDITIONS = table(`
  field          operator         value               | holds
  amount         eq               250                 | yes
  amount         eq               "250.0"             | yes
  amount         -                "250.00"            | yes
  amount         eq               "250.01"            | no
  amount         neq              250                 | no
  amount         not_eq           1                   | yes
  amount         gt               249.99              | yes
  amount         gt               250                 | no
  amount         gte              250                 | yes
  amount         lt               1000                | yes
  amount         lt               30                  | no
  amount         lte              "250.00"            | yes
  amount         not_gt           250                 | yes
  amount         between          [200, 250]          | yes
  amount         between          [251, 300]          | no
  amount         not_between      [251, 300]          | yes
  amount         in               [1, "250.000"]      | yes
  amount         not_in           [1, 2]              | yes
  date           gte              "2026-01-15"        | yes
  date           between          ["2026-01-01", "2026-01-14"]  | no
  memo           contains         "two desk"          | yes
  memo           not_contains     "chair"             | yes
  memo           starts_with      "TWO"               | yes
  memo           starts_with      "desks"             | no
  memo           ends_with        "desks"             | yes
  memo           not_ends_with    "two"               | yes
  memo           eq               "two desks"         | yes
  memo           contains_any     ["chair", "desk"]   | yes
  memo           contains_all     ["chair", "desk"]   | no
  memo           contains_all     ["two", "desk"]     | yes
  memo           not_contains_any  ["chair", "lamp"]  | yes
  customer_name  contains         "acorn"             | yes
  customer_id    eq               1                   | yes
  customer_id    in               [2, 3]              | no
  items.item_id  contains         3                   | yes
  items.item_id  contains         2                   | no
  items.item_id  contains_all     [1, 3]              | yes
  items.item_id  contains_all     [1, 2]              | no
  items.item_id  contains_any     [2, 3]              | yes
  items.item_id  not_contains_any  [1, 9]             | no
  items.rate     gt               99                  | yes
  contracted     eq               false               | yes
  contracted     eq               true                | no
  due_date       eq               null                | yes
  due_date       neq              null                | no
  due_date       lt               "2030-01-01"        | no
  term_id        not_in           [1]                 | yes
`)

const twoDesks: Partial<InvoiceInput> = {
  memo: 'Two Desks',
  items: [
    { item_id: 1, quantity: '2', rate: '100.00', position: 1 },
    { item_id: 3, quantity: '1', rate: '50.00', position: 2 },
  ],
}

type Condition = NonNullable<Policy['steps'][number]['conditions']>[number]

const waitsUnder = (conditions: readonly Condition[]): boolean => {
  const simulator = under({ steps: [{ approver_ids: [1], conditions }] })
  return simulator.records.invoices.create(invoice(twoDesks)).approval_status === 'pending'
}

test.each(CONDITIONS)('$field $operator $value holds: $holds', ({ field, operator, value, holds }) => {
  const condition = {
    field,
    ...(given(operator) && { operator: operator as 'eq' }),
    value: JSON.parse(value) as unknown,
  }
  expect(waitsUnder([condition])).toBe(holds === 'yes')
})

/** T holds, F does not; each is joined with all that stand before it. */
test.each(
  table(`
    conditions            | holds
    T                     | yes
    F                     | no
    not T                 | no
    not F                 | yes
    or T                  | yes
    or F                  | no
    T, T                  | yes
    T, F                  | no
    F, or T               | yes
    T, not F              | yes
    T, not T              | no
    F, or T, and F        | no
    T, and F, or T        | yes
    F, and T, or F        | no
  `),
)('$conditions: $holds', ({ conditions, holds }) => {
  const read = conditions.split(', ').map((words): Condition => {
    const logical = words.includes(' ') ? (words.split(' ')[0] as 'and') : undefined
    return {
      field: 'amount',
      operator: words.endsWith('T') ? 'gt' : 'lt',
      value: 0,
      ...(logical && { logical_operator: logical }),
    }
  })
  expect(waitsUnder(read)).toBe(holds === 'yes')
})

/** Invalid policies. */
test.each(
  table(`
    change                                                      | outcome
    {}                                                          | ok
    {"record_type": "payment"}                                  | 422 record_type
    {"name": ""}                                                | 422 name
    {"priority": "first"}                                       | 422 priority
    {"company_ids": [9]}                                        | 422 company_ids
    {"roles": []}                                               | 422 roles
    {"roles": {"controller": [1]}}                              | ok
    {"steps": []}                                               | ok
    {"steps": [{}]}                                             | 422 steps
    {"steps": [{"approver_ids": []}]}                           | 422 steps
    {"steps": [{"approver_ids": [0]}]}                          | 422 steps
    {"steps": [{"approver_ids": [1], "approve_condition": "most"}]}  | 422 steps
    {"steps": [{"substeps": [{"approver_ids": []}]}]}           | 422 steps
    {"steps": [{"substeps": [{"approver_ids": [1]}]}]}          | ok
    {"steps": [{"substeps": null, "approver_ids": [1], "approve_condition": null}]}  | ok
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "amount", "operator": null, "value": 1, "logical_operator": null}]}]}  | ok
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "amount", "operator": "about", "value": 1}]}]}  | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "colour", "operator": "eq", "value": 1}]}]}     | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "items.colour", "value": 1}]}]}                 | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "items.item_id.x", "value": 1}]}]}              | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "constructor", "value": 1}]}]}                  | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "items.__proto__", "value": 1}]}]}              | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "amount", "operator": "eq", "value": [1]}]}]}   | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "amount", "operator": "in", "value": 1}]}]}     | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "amount", "operator": "between", "value": [1]}]}]}  | 422 steps
    {"steps": [{"approver_ids": [1], "conditions": [{"field": "amount", "logical_operator": "xor", "value": 1}]}]}  | 422 steps
  `),
)('a policy with $change: $outcome', ({ change, outcome }) => {
  const simulator = trading()
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => under(JSON.parse(change), simulator))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
})

/** Invalid arguments of the host, with the option at fault. */
test.each(
  table(`
    call                                       | option
    approve(null)                              | record
    approve({})                                | record
    approve({"record_type": "invoice", "number": 9})  | record
    approve({"record_type": "payment", "number": 1})  | record
    approve({"record_type": "invoice", "number": 2})  | record
    approve({"record_type": "invoice", "number": 1}, {"by": 9})  | by
    approve({"record_type": "invoice", "number": 1}, {"by": "Lea"})  | by
    approve({"record_type": "invoice", "number": 1}, {"by": null})  | by
    approve({"record_type": "invoice", "number": 1}, {"by": {}})    | by
    approve({"record_type": "invoice", "number": 1}, {"by": {"id": "1"}})  | by
    approve({"record_type": "invoice", "number": 1}, 1)             | by
    approve({"record_type": "invoice", "number": 1}, null)          | by
    reject({"record_type": "invoice", "number": 1})   | reason
    reject({"record_type": "invoice", "number": 1}, {"reason": ""})  | reason
    reject({"record_type": "invoice", "number": 1}, {"reason": "no", "by": 9})  | by
    describe({"id": 0, "first_name": "A", "last_name": "B"})  | id
    describe({"id": 1, "first_name": "A"})     | last_name
    describe({"id": 1, "first_name": "A", "last_name": "B", "email": null})    | email
    describe({"id": 1, "first_name": "A", "last_name": "B", "avatar_url": 5})  | avatar_url
  `),
)('$call: $option', ({ call, option }) => {
  const simulator = under({})
  simulator.records.invoices.create(invoice())
  simulator.records.invoices.create(invoice({ record_status: 'draft' }))
  const before = JSON.stringify(simulator.export())
  const [, name = '', values] = /^(\w+)\((.*)\)$/.exec(call) ?? []
  const approvals = simulator.admin.approvals as unknown as Record<string, (...values: unknown[]) => unknown>
  expect(() => approvals[name]?.(...(JSON.parse(`[${values}]`) as unknown[]))).toThrow(
    expect.objectContaining({ name: 'OptionError', option }),
  )
  expect(JSON.stringify(simulator.export())).toBe(before)
})
