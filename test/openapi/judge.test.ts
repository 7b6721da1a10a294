import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { conformanceTo, type Exchange } from '../support/conformance'

const ITEM = { item_id: 1, quantity: 1, rate: '10.00', position: 1 }
const BODY = { date: '2026-01-15', company_id: 1, customer_id: 1, items: [ITEM] }

/** Violations that the judge must report, so that its silence in the promise suite means something. */
describe('the judge of exchanges', async () => {
  const simulator = createSimulator()
  const judge = conformanceTo(simulator.openapi())
  const answer = await clientOf(simulator)('POST', '/public/v1/invoices/', BODY)
  const { amount: _, ...withoutAmount } = answer.body
  const exchange = (changes: Partial<Exchange>): Exchange => ({
    method: 'POST',
    path: '/public/v1/invoices/?colour=red',
    sent: BODY,
    status: 200,
    text: answer.text,
    ...changes,
  })
  const answered = (body: unknown): Partial<Exchange> => ({ text: JSON.stringify(body) })

  it('is silent about what conforms', () => expect(judge(exchange({}))).toEqual([]))

  it.each<[string, Partial<Exchange>, RegExp]>([
    ['a member too many', answered({ ...answer.body, colour: 'red' }), /additional properties.*colour/],
    ['a member too few', answered(withoutAmount), /required property 'amount'/],
    ['an amount as a number', answered({ ...answer.body, amount: 10 }), /\/amount must be string/],
    [
      'an amount with one decimal',
      answered({ ...answer.body, amount: '10.0' }),
      /\/amount must match pattern/,
    ],
    ['a day that is none', answered({ ...answer.body, date: '2026-02-30' }), /\/date must match format/],
    ['another status', { status: 418 }, /answers 418, which is not described/],
    ['a refusal of another form', { status: 422, ...answered({ errors: 'no' }) }, /422: .*success/],
    ['an accepted request that lacks a member', { sent: {} }, /accepts what is not described.*date/],
    ['an operation that is not described', { method: 'PATCH' }, /PATCH .* is not described/],
  ])('notices %s', (_name, changes, complaint) => {
    expect(judge(exchange(changes)).join('\n')).toMatch(complaint)
  })
})
