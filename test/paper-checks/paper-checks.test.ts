import { describe, expect, it, test } from 'vitest'
import type { Answer, Json } from '../support/client'
import { contentOf } from '../support/content'
import { table } from '../support/table'
import { Checking, PATH } from '../support/worlds/paper-checks'
import { outcomeOf } from '../support/worlds/trade'

const said = ({ status, errors }: Answer): string =>
  [status, ...Object.entries(errors).map(([member, messages]) => `${member}: ${messages.join(' & ')}`)].join(
    ' ',
  )

describe('docs/service.md §4.6.17: what is printed gets the next number', () => {
  it.each(
    table(`
      steps                                                      | checks                                       E1                E2                E3
      later E1                                                   | 1 not_printed                                not_printed       none              none
      now E1                                                     | 1 printed 1                                  printed 1         none              none
      now E1 > now E2 > now E3                                   | 1 printed 1, 2 printed 2, 3 printed 1        printed 1         printed 2         printed 1
      later E1 E2 > batch 1 2                                    | 1 printed 1, 2 printed 2                     printed 1         printed 2         none
      later E1 E2 > batch 2 1                                    | 1 printed 2, 2 printed 1                     printed 2         printed 1         none
      later E1 E2 > batch 2 1 from 101                           | 1 printed 102, 2 printed 101                 printed 102       printed 101       none
      later E1 E2 E3 > batch 1 2 3                               | 1 printed 1, 2 printed 2, 3 printed 1        printed 1         printed 2         printed 1
      later E1 E3 > batch 1 2 from 7 > now E2                    | 1 printed 7, 2 printed 8, 3 printed 8        printed 7         printed 8         printed 8
      later E1 > batch 1 from 101 > now E2                       | 1 printed 101, 2 printed 102                 printed 101       printed 102       none
      now E1 > now E2 > later E3 > batch 3 from 5                | 1 printed 1, 2 printed 2, 3 printed 5        printed 1         printed 2         printed 5
      later E1 > batch 1 from 9 > later E2 > batch 2 from 3      | 1 printed 9, 2 printed 3                     printed 9         printed 3         none
      later E1 E2 > batch 1 from 9 > batch 2 from 3 > delete 2 > now E2  | 1 printed 9, 2 archived 3, 3 printed 10  printed 9   printed 10        none
      now E1 > delete 1                                          | 1 archived 1                                 archived 1        none              none
      later E1 > delete 1                                        | 1 archived                                   archived          none              none
      later E1 > delete 1 > later E1                             | 1 archived, 2 not_printed                    not_printed       none              none
      now E1 > delete 1 > now E1                                 | 1 archived 1, 2 printed 2                    printed 2         none              none
      now E1 > delete 1 > later E1 > delete 2                    | 1 archived 1, 2 archived                     archived 1        none              none
      now E1 > archive E1                                        | 1 printed 1                                  printed 1         none              none
      later E1 > archive E1                                      | 1 not_printed                                not_printed       none              none
      later E1 > archive E1 > delete 1                           | 1 archived                                   archived          none              none
    `),
  )('$steps', async ({ steps, checks, ...sources }) => {
    const checking = new Checking()
    expect((await checking.take(steps)).status).toBe(200)
    expect(checking.checks).toBe(checks)
    for (const [name, shown] of Object.entries(sources)) expect(checking.shown(name), name).toBe(shown)
    expect(checking.simulator.books.check()).toEqual([])
  })
})

describe('what cannot be printed is refused, whole and without a trace', () => {
  it.each(
    table(`
      steps                                 | refused
      now invoice                           | transaction_id: Invoice 1 cannot be paid by paper check
      now draft                             | transaction_id: Transaction with id 77 does not exist
      now archived                          | transaction_id: DirectExpense 5 is not posted
      now 9999                              | transaction_id: Transaction with id 9999 does not exist
      now E1 > now E1                       | transaction_id: DirectExpense 1 has an active paper check
      later E1 > now E1                     | transaction_id: DirectExpense 1 has an active paper check
      now E1 > later E2 E1                  | transaction_ids: Line 2: DirectExpense 1 has an active paper check
      later E1 E2 E1                        | transaction_ids: Line 3: Transaction 4 is referenced more than once
      later invoice E1 9999                 | transaction_ids: Line 1: Invoice 1 cannot be paid by paper check & Line 3: Transaction with id 9999 does not exist
      later E1 archived                     | transaction_ids: Line 2: DirectExpense 5 is not posted
      later                                 | transaction_ids: Field required
      batch                                 | paper_check_ids: Field required
      batch 1                               | paper_check_ids: Line 1: PaperCheck with id 1 does not exist
      later E1 E2 > batch 1 2 3             | paper_check_ids: Line 3: PaperCheck with id 3 does not exist
      later E1 E2 > batch 1 2 1             | paper_check_ids: Line 3: PaperCheck 1 is referenced more than once
      later E1 > now E2 > batch 1 2         | paper_check_ids: Line 2: PaperCheck 2 is not waiting to be printed
      later E1 E2 > delete 2 > batch 1 2    | paper_check_ids: Line 2: PaperCheck 2 is not waiting to be printed
      later E1 > archive E1 > batch 1       | paper_check_ids: Line 1: DirectExpense 1 is not posted
      later E1 > batch 1 from 0             | first_check_number: Input should be greater than or equal to 1
      later E1 > batch 1 from 9007199254740991  | first_check_number: Input should be a valid integer
      now E1 > delete 1 > delete 1          | record_status: Cannot change record status from archived to archived
    `),
  )('$steps', async ({ steps, refused }) => {
    const checking = new Checking()
    const [last = '', ...earlier] = steps.split(' > ').reverse()
    if (earlier.length > 0) await checking.take(earlier.reverse().join(' > '))
    const before = contentOf(checking.simulator)
    expect(said(await checking.take(last))).toBe(`422 ${refused}`)
    expect(contentOf(checking.simulator)).toEqual(before)
  })

  it.each(
    table(`
      operation         body                                                     | refused
      POST print-now    {}                                                       | transaction_id: Field required
      POST print-now    {"transaction_id":"4"}                                   | transaction_id: Input should be a valid integer
      POST print-now    {"transaction_id":4,"template_id":"x"}                   | template_id: Input should be a valid integer
      POST print-later  {}                                                       | transaction_ids: Field required
      POST print-later  {"transaction_ids":4}                                    | transaction_ids: Input should be a valid list
      POST print-later  {"transaction_ids":[4,"x"]}                              | transaction_ids: Line 2: Input should be a valid integer
      PUT print-batch   {"first_check_number":1}                                 | paper_check_ids: Field required
      PUT print-batch   {"paper_check_ids":[null]}                               | paper_check_ids: Line 1: Input should be a valid integer
      PUT print-batch   {"paper_check_ids":[1],"first_check_number":"101"}       | first_check_number: Input should be a valid integer
    `),
  )('$operation $body', async ({ operation, body, refused }) => {
    const [method = '', name = ''] = operation.split(' ')
    expect(said(await new Checking().send(method, `${PATH}${name}/`, body))).toBe(`422 ${refused}`)
  })
})

describe('what a check says', () => {
  it.each(
    table(`
      source  | type               number  internal  amount  currency  account  customer  vendor
      E1      | direct_expense     1       4         10.00   USD       1000     -         1
      E3      | direct_expense     3       6         30.00   EUR       1010     -         1
      P       | vendor_payment     1       9         15.00   USD       1000     -         1
      A       | vendor_prepayment  1       10        25.00   USD       1000     -         1
      R       | customer_refund    1       11        35.00   USD       1000     1         -
    `),
  )('of $source', async ({ source, ...row }) => {
    const checking = new Checking()
    const { records } = checking.simulator
    const answer = await checking.take(`now ${source}`)
    const check = answer.body.paper_check as Json
    const id = (text: string) => (text === '-' ? null : Number(text))
    const payee = row.customer === '-' ? records.vendors.get(1).name : records.customers.get(1).name
    expect(check).toEqual({
      id: 1,
      created_at: '2026-01-15T09:00:00Z',
      transaction_date: checking.source(source).transaction_date,
      source_record_type: row.type,
      source_record_id: Number(row.internal),
      source_record_number: Number(row.number),
      check_number: '1',
      company_id: 1,
      company_name: records.companies.get(1).name,
      memo: checking.source(source).memo,
      amount: row.amount,
      currency: row.currency,
      account_number: Number(row.account),
      account_name: records.accounts.get(Number(row.account)).name,
      payee_name: payee,
      customer_id: id(row.customer),
      customer_name: row.customer === '-' ? null : payee,
      vendor_id: id(row.vendor),
      vendor_name: row.vendor === '-' ? null : payee,
      record_status: 'printed',
    })
    expect((await checking.send('GET', `${PATH}1/`)).body).toEqual(check)
    expect(checking.shown(source)).toBe('printed 1')
  })

  it('follows its source until it is printed, and goes by the name that the vendor has on checks', async () => {
    const checking = new Checking()
    const { records } = checking.simulator
    const check = () => records.paperChecks.get(1)
    const edit = (memo: string) => {
      const { memo: _, ...body } = EXPENSE
      return records.directExpenses.update(1, { ...body, memo })
    }
    await checking.take('later E1')
    edit('new chairs')
    expect(check()).toMatchObject({ memo: 'new chairs', amount: '12.00', record_status: 'not_printed' })
    records.vendors.update(1, { name_on_check: 'F. Timber & Sons' })
    await checking.take('batch 1')
    expect(check()).toMatchObject({ payee_name: 'F. Timber & Sons', record_status: 'printed' })
    edit('newer chairs')
    expect(check().memo).toBe('new chairs')
  })
})

const EXPENSE = {
  date: '2026-01-15',
  company_id: 1,
  vendor_id: 1,
  account_number: 1000,
  currency_iso_4217_code: 'USD' as const,
  bank_or_credit_card_amount: '12.00',
  memo: '',
  items: [{ account_number: 6000, quantity: 1, rate: 12 }],
}

describe('past the wire', () => {
  test('a check is made, found, printed and archived by its status', () => {
    const checking = new Checking()
    const { paperChecks, directExpenses } = checking.simulator.records
    const made = paperChecks.create({ transaction_id: checking.transaction('E1') })
    expect(made).toMatchObject({ id: 1, record_status: 'not_printed', check_number: '' })
    expect(paperChecks.update(1, { record_status: 'printed' }).check_number).toBe('1')
    expect(paperChecks.update(1, { record_status: 'archived' }).record_status).toBe('archived')
    paperChecks.create({ transaction_id: checking.transaction('E1'), record_status: 'printed' })
    expect(paperChecks.find(({ record_status }) => record_status === 'printed')?.check_number).toBe('2')
    expect(paperChecks.count({ record_status: ['printed', 'archived'] })).toBe(2)
    expect(paperChecks.remove(2)).toEqual({ success: true })
    expect(directExpenses.get(1)).toMatchObject({ paper_check_status: 'archived', check_number: '2' })
  })

  test.each(
    table(`
      was          sent                        | outcome
      new          record_status=archived      | 422 record_status
      not_printed  record_status=not_printed   | ok
      not_printed  transaction_id=5            | 422 transaction_id
      printed      record_status=not_printed   | 422 record_status
      printed      record_status=printed       | ok
      archived     record_status=not_printed   | 422 record_status
      archived     record_status=printed       | 422 record_status
      archived     record_status=archived      | ok
    `),
  )('$was, $sent: $outcome', ({ was, sent, outcome }) => {
    const checking = new Checking()
    const { paperChecks } = checking.simulator.records
    const [member = '', text = ''] = sent.split('=')
    const body = { [member]: member === 'transaction_id' ? Number(text) : text }
    const transaction_id = checking.transaction('E1')
    if (was !== 'new') paperChecks.create({ transaction_id })
    if (was === 'printed') paperChecks.update(1, { record_status: 'printed' })
    if (was === 'archived') paperChecks.remove(1)
    const before = contentOf(checking.simulator)
    expect(
      outcomeOf(() =>
        was === 'new' ? paperChecks.create({ transaction_id, ...body }) : paperChecks.update(1, body),
      ),
    ).toBe(outcome)
    expect(contentOf(checking.simulator)).toEqual(before)
  })

  test('a check whose source was archived is not printed', () => {
    const checking = new Checking()
    const { paperChecks, directExpenses } = checking.simulator.records
    paperChecks.create({ transaction_id: checking.transaction('E1') })
    directExpenses.remove(1)
    expect(outcomeOf(() => paperChecks.update(1, { record_status: 'printed' }))).toBe('422 record_status')
  })
})
