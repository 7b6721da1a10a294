import { type AnswerOptions, createSimulator, isRefusal } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { INVOICE } from '../support/worlds/shop'

const PATH = '/public/v1/invoices/'
const entry = {
  ...{ date: '2026-01-15', company_id: 1, currency_iso_4217_code: 'USD', exchange_rate: 1, memo: '' },
  record_status: 'draft',
}
const debit = (amount: string) => ({
  account_number: 6000,
  debit: amount,
  credit: '0',
  memo: '',
  position: 1,
})

const answersOf = (answers: AnswerOptions) => {
  const simulator = createSimulator({ answers })
  return { simulator, send: clientOf(simulator) }
}

/** docs/service.md §17, `answers.texts`: words in angle brackets are placeholders, and a prefix such as `Line <n>: ` stays. */
describe('texts', () => {
  // template, its other wording, the call, the text under a member
  const table: [string, string, [method: string, path: string, body?: unknown], Record<string, string[]>][] =
    [
      ['Not found', 'Nothing here', ['GET', '/public/v1/nothing/'], { __all__: ['Nothing here'] }],
      ['Field required', 'missing', ['POST', PATH, {}], { date: ['missing'] }],
      [
        '<Model> matching query does not exist',
        'no <Model>',
        ['GET', `${PATH}9/`],
        { __all__: ['no Invoice'] },
      ],
      [
        '<Model> with id <id> does not exist',
        '#<id> is no <Model>',
        ['POST', PATH, { ...INVOICE, items: [{ item_id: 99, quantity: 1, rate: 10 }] }],
        { items: ['Line 1: #99 is no Item'] },
      ],
      // This template fits the text of another message, too.
      [
        'Input should be greater than <least>',
        'more than <least>',
        ['POST', '/public/v1/journal-entries/', { ...entry, items: [debit('-1'), debit('0')] }],
        { items: ['Line 1: Input should be greater than or equal to 0'] },
      ],
    ]

  test.each(table)('%s -> %s', async (template, text, call, errors) => {
    const { send } = answersOf({ texts: { [template]: text } })
    expect((await send(...call)).errors).toEqual(errors)
  })

  test('a replay has the same text, and so has a call without HTTP', async () => {
    const { simulator, send } = answersOf({ texts: { 'At least one line item is required': 'Add a line' } })
    const body = { ...INVOICE, items: [] }
    const key = { 'Idempotency-Key': 'once' }
    const told = [await send('POST', PATH, body, key), await send('POST', PATH, body, key)]
    expect(told.map(({ errors }) => errors)).toEqual([{ lines: ['Add a line'] }, { lines: ['Add a line'] }])
    try {
      simulator.records.invoices.create(body)
      expect.unreachable()
    } catch (error) {
      expect(isRefusal(error) && error.errors).toEqual({ lines: ['Add a line'] })
    }
  })
})
