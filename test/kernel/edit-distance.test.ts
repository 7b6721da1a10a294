import { expect, test } from 'vitest'
import { editDistance } from '../../src/kernel/edit-distance'
import { didYouMean } from '../../src/kernel/nearest-name'
import { given, table } from '../support/table'

test.each([
  ['', '', 0],
  ['', 'ab', 2],
  ['port', 'port', 0],
  ['prt', 'port', 1],
  ['prot', 'port', 1],
  ['ab', 'ba', 1],
  ['custmer', 'customer', 1],
  ['invoise', 'invoice', 1],
  ['ca', 'abc', 3],
  ['abcd', 'badc', 2],
])('from %j to %j: %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})

/** A name that is left half written is suggested if one name only has such a word. */
test.each(
  table(`
    name          known                                  | meant
    reference     reference_number, memo                 | reference_number
    ref           reference_number, memo                 | reference_number
    number        reference_number, memo                 | reference_number
    prod          production, orders, network            | production
    balance       trialBalance, entries                  | -
    Idempotency   Idempotency-Key, X-API-KEY             | Idempotency-Key
    line-item     line_items_total, lines                | -
    due           due_date, memo                         | due_date
    due           due_date, amount_due                   | -
    customer      customer_name, customer_number         | -
    port          reports, exported                      | -
    tern          internal_id, memo                      | -
    re            reference_number, memo                 | -
    vendor        customer_id, memo                      | -
    referenz      reference, reference_number            | reference
    memos         memo, memos_of_customers               | memo
  `),
)('$name of $known: $meant', ({ name, known, meant }) => {
  const told = given(meant)
  expect(didYouMean(name, known.split(', '))).toBe(told === undefined ? '' : `, perhaps ${told}`)
})

test('names may be read once only', () => {
  expect(didYouMean('custmer_id', new Map([['customer_id', 1]]).keys())).toBe(', perhaps customer_id')
})
