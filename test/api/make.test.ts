import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { singular } from '../../src/kernel/name-words'
import { registry } from '../../src/resources/registry'

type Factories = Readonly<Record<string, (...given: unknown[]) => unknown>>

const factories = (simulator: Simulator): Factories => simulator.make as unknown as Factories

describe('every record type can be made up', () => {
  const worlds = [
    ['small-company', {}],
    ['empty', { world: 'empty' }],
    ['the European company', {}],
  ] as const
  describe.each(worlds)('in the world %s', (name, options) => {
    test.each(registry.definitions.map((definition) => [definition.name, definition] as const))(
      '%s',
      (plural, definition) => {
        const simulator = createSimulator({ ...options, strict: true })
        const given =
          name === 'the European company' && 'company_id' in definition.fields ? EUROPE[plural] : undefined
        const one = factories(simulator)[singular(plural)]?.(...(given ? [given] : []))
        const many = factories(simulator)[plural]?.(3, ...(given ? [given] : [])) as unknown[]
        expect(many).toHaveLength(3)
        const { [plural as 'terms']: set } = simulator.records
        expect(set.findMany()).toEqual(
          expect.arrayContaining([one, ...many].map((record) => expect.objectContaining(idOf(record)))),
        )
        expect(simulator.books.check()).toEqual([])
      },
    )
  })
})

interface Named {
  readonly name: string
}

const idOf = (record: unknown): object => {
  const { id, number } = record as { id?: number; number?: number }
  return { ...(id !== undefined && { id }), ...(number !== undefined && { number }) }
}

/** Where a request names the company. */
const EUROPE: Readonly<Record<string, object>> = Object.fromEntries(
  registry.definitions
    .filter(({ fields }) => fields.company_id?.presence !== 'none')
    .map(({ name }) => [name, { company_id: 2 }]),
)

describe('what is made up', () => {
  test('has what is given', () => {
    const { make } = createSimulator()
    expect(make.customer({ name: 'Acme' }).name).toBe('Acme')
    expect(make.invoice({ customer_id: 3, memo: 'mine' })).toMatchObject({ customer_id: 3, memo: 'mine' })
    expect(make.customerPayment({ customer_id: 4 }).customer_id).toBe(4)
    expect(make.invoices(3, (index) => ({ memo: `${index}` })).map(({ memo }) => memo)).toEqual([
      '0',
      '1',
      '2',
    ])
    expect(make.invoices(0)).toEqual([])
  })

  test('is named as in `records`', () => {
    const { make, records } = createSimulator()
    const policy = make.approvalPolicy({ name: 'Two pairs of eyes' })
    expect(make.approvalPolicies(2).map(({ id }) => id)).toEqual([policy.id + 1, policy.id + 2])
    expect(records.approvalPolicies.get(policy.id)).toEqual(policy)
  })

  test('varies, and follows from the seed', () => {
    const story = (seed: number) => {
      const { make } = createSimulator({ seed })
      return JSON.stringify([make.customers(5), make.invoices(20), make.vendorPayment()])
    }
    expect(story(1)).toBe(story(1))
    expect(story(1)).not.toBe(story(2))
    const { make } = createSimulator()
    expect(new Set(make.invoices(50).map(({ amount }) => amount)).size).toBeGreaterThan(40)
    expect(new Set(make.customers(50).map(({ unique_id }) => unique_id)).size).toBe(50)
  })

  test.each(registry.definitions.filter(({ fields }) => fields.name).map(({ name }) => name))(
    '%s: each of 20 has a name of its own',
    (plural) => {
      const many = factories(createSimulator())[plural]
      const made = [1, 2].flatMap(() => many?.(20) as Named[])
      expect(new Set(made.map(({ name }) => name)).size).toBe(40)
      const chosen = many?.(2, { name: 'Chosen' }) as Named[]
      expect(chosen.map(({ name }) => name)).toEqual(['Chosen', 'Chosen'])
    },
  )

  test('is many in a moment, and sound', () => {
    const simulator = createSimulator()
    expect(simulator.make.invoices(500, { customer_id: 3 })).toHaveLength(500)
    expect(simulator.records.invoices.count({ customer_id: 3 })).toBe(500)
    expect(simulator.books.check()).toEqual([])
  })

  test('is all or nothing', () => {
    const simulator = createSimulator()
    const bodies = (index: number) => (index === 2 ? { customer_id: 99 } : {})
    expect(() => simulator.make.invoices(3, bodies)).toThrow('make.invoices refused: customer_id: ')
    expect(() => simulator.make.customerPayment({ account_number: 6000 })).toThrow(
      'make.customerPayment refused',
    )
    expect(simulator.records.invoices.count()).toBe(0)
  })

  test('belongs to its organisation', () => {
    const simulator = createSimulator()
    simulator.organization('other').make.customer({ name: 'Elsewhere' })
    expect(simulator.records.customers.count({ name: 'Elsewhere' })).toBe(0)
    expect(simulator.organization('other').records.customers.count({ name: 'Elsewhere' })).toBe(1)
  })

  test.each<[string, (simulator: Simulator) => unknown, string]>([
    ['a member', ({ make }) => make.customer({ nam: 'x' } as never), 'no member "nam", perhaps name'],
    [
      'undefined',
      ({ make }) => make.customer({ name: undefined as never }),
      'name is undefined: leave it out',
    ],
    ['a number', ({ make }) => make.customers(-1), 'count must be a whole number from 0 to 100000, not -1'],
    [
      'a text',
      ({ make }) => make.customer('Acme' as never),
      "given must be an object of members, not 'Acme'",
    ],
  ])('a wrong %s is refused', (_, make, message) => {
    expect(() => make(createSimulator())).toThrow(message)
  })
})

describe('every record type can be made up, whatever the service was assumed to do', () => {
  const others = createSimulator()
    .assumptions.register()
    .flatMap(({ id, default: own, alternatives }) =>
      alternatives.filter((value) => value !== own).map((value) => [id, value] as const),
    )
  test.each(others)('%s: %s', (id, value) => {
    const simulator = createSimulator({ assumptions: { [id]: value } })
    for (const { name } of registry.definitions)
      expect(() => factories(simulator)[singular(name)]?.(), name).not.toThrow()
    expect(simulator.books.check()).toEqual([])
  })
})
