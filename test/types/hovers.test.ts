import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { publishedComments } from './comments'
import { editor } from './language'

/** What an editor shows to somebody who writes a test. */
describe('hovers name the types', () => {
  test.each<[string, string]>([
    ['simulator.records.invoices.create/*here*/', 'create(body: InvoiceInput): Invoice'],
    [
      'simulator.records.customerPayments.create/*here*/',
      'create(body: CustomerPaymentInput): CustomerPayment',
    ],
    ['simulator.records.invoices.get/*here*/', 'get(id: number): Invoice'],
    [
      'simulator.records.customers.update/*here*/',
      'update(id: number, body: Partial<CustomerInput>): Customer',
    ],
    ['simulator.records.terms.update/*here*/', 'update(id: number, body: TermInput): Term'],
    [
      'simulator.records.invoices.list/*here*/',
      'list(query?: InvoiceQuery | undefined): {\n    items: Invoice[];\n    count: number;\n}',
    ],
    [
      'simulator.make.approvalPolicy/*here*/',
      'approvalPolicy(given?: Partial<ApprovalPolicyInput>): ApprovalPolicy',
    ],
    ['const invoice/*here*/ = simulator.records.invoices.get(1)', 'const invoice: Invoice'],
  ])('%s', (body, shown) => {
    expect(editor(body).hover()).toContain(shown)
  })

  test.each<[string, string]>([
    ['simulator.records.invoices/*here*/', 'A request for money from a customer.'],
    ['simulator.records.invoices.get(1).amount_due/*here*/', 'The part of the amount that is still open.'],
    [
      "simulator.records.invoices.create({ date/*here*/: '2026-01-15' })",
      'The posting date in the ledger, as YYYY-MM-DD.',
    ],
    [
      'simulator.records.customers.list().items[0]?.full_address/*here*/',
      'Answers show it in list entries only.',
    ],
  ])('%s says what it is', (body, said) => {
    expect(editor(body).hover()).toContain(said)
  })
})

describe('mistakes are errors', () => {
  const invoice = "date: '2026-01-15', company_id: 1, customer_id: 1"
  test.each<[string, string, string]>([
    ['a member', `simulator.records.invoices.create({ ${invoice}, custmer_id: 1 })`, 'customer_id'],
    [
      'a member of a line',
      `simulator.records.invoices.create({ ${invoice}, items: [{ item: 1 }] })`,
      "'item' does not exist in type 'InvoiceLineInput'",
    ],
    [
      'a currency',
      `simulator.records.invoices.create({ ${invoice}, currency_iso_4217_code: 'EURO' })`,
      `Type '"EURO"' is not assignable to type 'CurrencyCode | null | undefined'`,
    ],
    [
      'a status',
      `simulator.records.invoices.create({ ${invoice}, record_status: 'open' })`,
      `Type '"open"' is not assignable`,
    ],
    ['a filter', 'simulator.records.invoices.list({ custmer_id: 1 })', 'customer_id'],
    ['an order', "simulator.records.invoices.list({ ordering: 'due' })", `Type '"due"' is not assignable`],
    [
      'a member asked for',
      'simulator.records.invoices.findMany({ custmer_id: 1 })',
      "'custmer_id' does not exist",
    ],
    ['a member counted', 'simulator.records.invoices.count({ custmer_id: 1 })', "'custmer_id'"],
    [
      'a member of lines',
      'simulator.records.invoices.findMany({ items: { itemid: 1 } })',
      "'itemid' does not exist",
    ],
    ['a value asked for', "simulator.records.invoices.findMany({ record_status: 'open' })", '"open"'],
    ['an option of a question', 'simulator.records.invoices.findMany({}, { orderby: {} })', 'orderBy'],
    [
      'a member to order by',
      "simulator.records.invoices.findMany({}, { orderBy: { items: 'asc' } })",
      "'items' does not exist",
    ],
    ['a promise', 'simulator.records.invoices.findMany(async () => true)', 'Promise<boolean>'],
    [
      'a part of a whole body',
      "simulator.records.invoices.update(1, { memo: 'x' })",
      "Property 'date' is missing",
    ],
    [
      'a payload',
      "simulator.records.recurringInvoices.create({ name: '', memo: '', date: '2026-01-15', company_id: 1, status: 'active', recurring_type: 'automatic', rrule: '', record_payload: { when: 'now' } })",
      "'when' does not exist in type 'InvoiceInput'",
    ],
    [
      'a group',
      "simulator.admin.subscriptions.lapse('invoises')",
      "is not assignable to parameter of type 'SubscriptionGroup'",
    ],
    [
      'a permission',
      "simulator.admin.keys.issue({ permissions: ['FOO'] })",
      `Type '"FOO"' is not assignable`,
    ],
    [
      'a permission of an option',
      "createSimulator({ apiKeys: [{ key: 'k', permissions: ['INTEGRATON'] }] })",
      `Did you mean '"INTEGRATION"'`,
    ],
    [
      'a record type of a custom field',
      "simulator.admin.customFields.define({ name: 'x', field_type: 'text', applies_to: ['invoices'] })",
      `Did you mean '"invoice"'`,
    ],
    [
      'a record type of a condition',
      "simulator.faults.inject({ when: { records: 'invoises' }, then: { status: 503 } })",
      `Did you mean '"invoices"'`,
    ],
    [
      'two effects of one fault',
      "simulator.faults.inject({ then: { status: 503, delay: '1 second' } })",
      'is not assignable',
    ],
    [
      'two other effects of one fault',
      'simulator.faults.inject({ then: { networkError: true, loseResponse: true } })',
      'is not assignable',
    ],
  ])('%s', (_, body, said) => {
    const errors = editor(body).errors()
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(said)
  })

  test.each<[string, string]>([
    [
      'a record sent back',
      "simulator.records.invoices.update(1, { ...simulator.records.invoices.get(1), memo: 'x' })",
    ],
    ['an archived record', "simulator.records.invoices.update(1, { record_status: 'archived' })"],
    ['a part of what is merged', "simulator.records.customers.update(1, { phone: '1' })"],
    ['one value or several', 'simulator.records.invoices.list({ customer_id: [1, 2], number: 3 })'],
    [
      'one effect with its details',
      'simulator.faults.inject({ then: { status: 429, retryAfter: 3, headers: { a: "b" }, body: {} } })',
    ],
  ])('%s is right', (_, body) => {
    expect(editor(body).errors()).toEqual([])
  })
})

/** An editor shows them to somebody who writes a test. */
describe('comments of published types', () => {
  const comments = [...publishedComments()]
  /** Their members are those of a format or a platform that others describe. */
  const OTHERS = /^(Har|HarLogEntry|HarMessage|NamedValue|FakeClock|ObjectNamespace|ObjectState)\./

  test('every member has one', () => {
    expect(
      comments
        .filter(([name, text]) => name.includes('.') && text === '' && !OTHERS.test(name))
        .map(([name]) => name),
    ).toEqual([])
  })

  test('a section is cited with the file that has it', () => {
    const cited = comments.filter(([, text]) => /§/.test(text))
    expect(cited).not.toEqual([])
    expect(cited.filter(([, text]) => !text.includes('docs/service.md'))).toEqual([])
  })

  // Renaming one of these breaks programs of users. With UPDATE=1 new ones are added, and those that are given up go.
  test('every name that was published is there', () => {
    const file = fileURLToPath(new URL('published-names.txt', import.meta.url))
    const members = new Map<string, string[]>()
    for (const [name] of comments) {
      const [owner = '', member] = name.split('.')
      members.set(owner, [...(members.get(owner) ?? []), ...(member === undefined ? [] : [member])])
    }
    // The shapes of records are those of the wire, which the OpenAPI document states.
    const ours = [...members].filter(([, names]) => !names.some((one) => one.includes('_')))
    const lines = ours.map(([owner, names]) => [owner, ...new Set(names)].join(' ')).sort()
    if (process.env.UPDATE) writeFileSync(file, `${lines.join('\n')}\n`)
    const gone = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [owner = '', ...names] = line.split(' ')
        const there = members.get(owner)
        return there ? names.filter((one) => !there.includes(one)).map((one) => `${owner}.${one}`) : [owner]
      })
    expect(gone).toEqual([])
  })
})
