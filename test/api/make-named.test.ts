import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { singular } from '../../src/kernel/name-words'
import { registry } from '../../src/resources/registry'

/** A document of a second company and party, in a foreign currency, dated a week from now. */
describe('a factory follows what its members and lines name', () => {
  const named = registry.definitions.flatMap((definition) =>
    [
      ['', definition.fields] as const,
      ...Object.entries(definition.fields).map(([name, one]) => [name, one.element?.members ?? {}] as const),
    ].flatMap(([lines, members]) =>
      Object.entries(members).flatMap(([by, { target, presence }]) =>
        target && presence !== 'none' && registry.find(target.resource)?.definition.document
          ? [{ maker: definition.name, lines, by, resource: target.resource, key: target.by }]
          : [],
      ),
    ),
  )

  it('has factories to try', () => expect(named.length).toBeGreaterThan(20))

  it.each(named)('$maker: $lines $by', ({ maker, lines, by, resource, key }) => {
    const simulator = createSimulator()
    const make = simulator.make as unknown as Record<string, (given: object) => Record<string, unknown>>
    const parties = { customer: make.customer?.({}), vendor: make.vendor?.({}) }
    const fields = registry.type(resource).definition.fields
    const isHad = (name: string): boolean => fields[name] !== undefined && fields[name]?.presence !== 'none'
    const document = make[singular(resource)]?.({
      date: '2026-01-22',
      ...(resource === 'vendorRefunds' && { account_number: undeposited(simulator) }),
      ...(isHad('customer_id') && { customer_id: parties.customer?.id }),
      ...(isHad('vendor_id') && { vendor_id: parties.vendor?.id }),
    }) as Record<string, unknown>
    const open = document.amount_due ?? document.remaining_amount ?? document.amount
    const line = { [by]: document[key], amount: open, position: 1 }
    // A credit is spent on a document that is at least as large.
    const { settles } = registry.type(maker).definition
    const spentOn = settles?.references.find((one) => one.counts === 'up')
    const isCredit = settles?.references.some((one) => one.by === by && one.counts === 'down')
    const due = isCredit && spentOn ? make[singular(spentOn.settles)]?.(inFull(document)) : undefined
    const beside = due && spentOn ? [{ [spentOn.by]: due.number, amount: due.amount_due, position: 2 }] : []
    const given = lines === '' ? { [by]: document[key] } : { [lines]: [line, ...beside] }
    const one = make[singular(maker)]?.(given) as Record<string, unknown>
    for (const member of ['company_id', 'customer_id', 'vendor_id', 'currency_iso_4217_code'])
      if (one[member] != null && document[member] != null)
        expect([member, one[member]]).toEqual([member, document[member]])
    expect(String(one.date) >= '2026-01-22').toBe(true)
  })
})

/** An invoice or a bill of the same party for as much again. */
const inFull = ({ customer_id, vendor_id, date, amount }: Readonly<Record<string, unknown>>): object => ({
  ...(customer_id === undefined ? { vendor_id } : { customer_id }),
  date,
  items: [{ item_id: 1, quantity: 2, rate: amount, position: 1 }],
})

function undeposited({ records }: Simulator): number | undefined {
  return records.accounts.findMany(({ system_ref }) => system_ref === 'Undeposited Funds')[0]?.number
}
