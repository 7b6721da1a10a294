import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import { itemsOf, type Json } from '../support/client'
import { documentedFilters } from '../support/documented-filters'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'

const definitionOf = (name: string): Definition =>
  everything.definitions.find((one) => one.name === name) as Definition

describe.each(documentedFilters())('the list of $group', ({ name, repeated, once }) => {
  const { filters } = definitionOf(name)
  it.each(repeated)('takes %s several times', (parameter) => {
    expect(filters[parameter]?.test).toMatch(/^(any-of|among|nothing)$/)
  })
  if (once.length > 0)
    it.each(once)('takes %s once', (parameter) => {
      expect(filters[parameter]?.test ?? 'not at all').not.toMatch(/^(any-of|among|not at all)$/)
    })
})

it('every record type of the wire that can be listed has a row in docs/service.md §8.2', () => {
  const offered = everything.definitions.filter(({ operations }) => operations.v1?.includes('list'))
  const listed = new Set<string>(documentedFilters().map(({ name }) => name))
  expect(offered.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
})

/** docs/service.md §8.2: all lists take `company_id[]` and `number[]`, so each of several values counts. */
it.each(['company_id', 'number'])('no list overlooks the first of two values of %s', async (name) => {
  const { send } = groundOf(everything)
  for (const { name: type, path, operations } of everything.definitions) {
    if (!operations.v1?.includes('list')) continue
    const { status, body } = await send('GET', `/public/v1/${path}/?${name}=x&${name}=1`)
    expect.soft([type, status, Object.keys((body.errors ?? {}) as Json)]).toEqual([type, 422, [name]])
  }
})

it('a company_id that is null among several finds what all companies share, and the others', async () => {
  const { send } = groundOf(everything)
  const count = async (query: string) => itemsOf(await send('GET', `/public/v1/accounts/?${query}`)).length
  const shared = await count('company_id=null')
  expect(shared).toBeGreaterThan(0)
  expect(await count('company_id=null&company_id=1')).toBe(shared + (await count('company_id=1')))
})

it('vendor_credit_id finds refunds by the credits that they pay back, not by the prepayments', async () => {
  const ground = groundOf(everything)
  const { make, send, records } = ground
  // The lines of example refunds name credits or prepayments by turns.
  const refunds = [0, 1].map((variant) => make(definitionOf('vendorRefunds'), { variant }))
  const found = async (id: unknown) =>
    itemsOf(await send('GET', `/public/v1/vendor-refunds/?vendor_credit_id=${id}`)).map(
      ({ number }) => number,
    )
  for (const refund of refunds) {
    const [line = {}] = refund.items as Json[]
    const isCredit = line.vendor_credit_number !== null
    const document = isCredit
      ? records(definitionOf('vendorCredits')).get(line.vendor_credit_number as number)
      : records(definitionOf('vendorPrepayments')).get(line.vendor_prepayment_number as number)
    expect.soft(await found(document.internal_id)).toEqual(isCredit ? [refund.number] : [])
  }
})
