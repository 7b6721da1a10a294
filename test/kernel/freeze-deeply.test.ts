import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { freezeDeeply } from '../../src/kernel/freeze-deeply'
import { InvariantViolation } from '../../src/kernel/invariant'
import { decimal } from '../../src/kernel/money'

test('an invoice is frozen with its lines', () => {
  const invoice = {
    number: 1,
    items: [{ item_id: 3, tax: { code: 'VAT' } }],
    memo: null,
    due_date: undefined,
  }
  freezeDeeply(invoice)
  expect([invoice, invoice.items, invoice.items[0], invoice.items[0]?.tax].every(Object.isFrozen)).toBe(true)
})

test('what is frozen already is not walked again', () => {
  let visits = 0
  const lines = Object.freeze([
    Object.defineProperty({}, 'rate', { enumerable: true, get: () => String(visits++) }),
  ])
  freezeDeeply({ number: 1, lines })
  expect(visits).toBe(0)
})

describe('what JSON cannot say is refused', () => {
  class Money {
    cents = 1
  }
  // biome-ignore format: a table
  test.each([
    ['a decimal',        decimal('1.00'),           'A row cannot hold a Big'],
    ['a class instance', new Money(),              'A row cannot hold a Money'],
    ['a map',            new Map(),                'A row cannot hold a Map'],
    ['a function',       () => 1,                  /\(function\)/],
    ['a big integer',    1n,                       'A row cannot hold 1 (bigint)'],
    ['a symbol',         Symbol('x'),              'A row cannot hold Symbol(x) (symbol)'],
    ['not a number',     Number.NaN,               'A row cannot hold NaN (number)'],
    ['infinity',         Number.POSITIVE_INFINITY, 'A row cannot hold Infinity (number)'],
  ])('%s', (_, value, message) => {
    expect(() => freezeDeeply({ nested: [value] })).toThrow(InvariantViolation)
    expect(() => freezeDeeply({ nested: [value] })).toThrow(message)
  })
})

test('objects of another realm and without a prototype are plain', () => {
  const foreign: object = runInNewContext('({ items: [{ rate: "1" }] })')
  freezeDeeply(foreign)
  expect(Object.isFrozen(foreign)).toBe(true)
  expect(() => freezeDeeply(Object.assign(Object.create(null), { rate: '1' }))).not.toThrow()
})
