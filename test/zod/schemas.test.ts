import { inspect } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { type ServiceSchemas, schemas, serviceSchemas } from 'accounting-simulator/zod'
import { describe, expect, it } from 'vitest'
import { NOT_OFFERED } from '../../src/tools/zod/schemas'
import { alterations, examplesIn } from './alterations'

const simulator = createSimulator()
const document = simulator.openapi()
const strict = serviceSchemas({ strict: true })
const examples = examplesIn(document)

const schemaFor = ({ operations }: ServiceSchemas, { operation, part }: (typeof examples)[number]) => {
  const { request, responses } = operations[operation] ?? {}
  return part === 'request' ? request : responses?.[part]
}

describe('every schema is tried both ways', () => {
  it('the document has examples of all operations', () => {
    expect(new Set(examples.map(({ operation }) => operation)).size).toBeGreaterThan(150)
    expect(examples.length).toBeGreaterThan(1000)
  })

  it.each(examples.map((one) => [`${one.operation} ${one.part}`, one] as const))('%s', (_, example) => {
    const [loose, closed] = [schemaFor(schemas, example), schemaFor(strict, example)]
    expect(loose?.parse(example.value)).toEqual(example.value)
    expect(closed?.parse(example.value)).toEqual(example.value)
    for (const { what, value, isRefused, isRefusedStrictly } of alterations(document, example)) {
      expect([what, loose?.safeParse(value).success]).toEqual([what, !isRefused])
      expect([what, closed?.safeParse(value).success]).toEqual([what, !isRefusedStrictly])
    }
  })
})

describe('schemas', () => {
  it('has the four of every record type, as far as version 1 has their operations', () => {
    for (const [part, names] of Object.entries(NOT_OFFERED)) {
      const lacking = Object.keys(simulator.records).filter(
        (name) => !(part in schemas[name as keyof typeof simulator.records]),
      )
      expect([part, lacking.sort()]).toEqual([part, [...names].sort()])
    }
  })

  it('parses what the service answers, with its type', async () => {
    const answer = await simulator.fetch(
      new Request(`${simulator.baseUrl}/public/v1/customers/`, {
        headers: { 'x-api-key': simulator.apiKey },
      }),
    )
    const { items, count } = schemas.customers.list.parse(await answer.json())
    expect(items[0]?.name).toBe('Acorn Stores')
    expect(count).toBe(simulator.records.customers.list().count)
  })

  it('takes new members and words of answers, and keeps them', () => {
    const invoice = simulator.records.invoices.create({
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
    })
    const grown = {
      ...invoice,
      record_status: 'frozen',
      colour: 'red',
      items: [{ ...invoice.items?.[0], size: 3 }],
    }
    expect(schemas.invoices.record.parse(grown)).toEqual(grown)
    expect(strict.invoices.record.safeParse(grown).error?.issues.map(({ path }) => path)).toEqual([
      ['record_status'],
      ['items', 0],
      [],
    ])
  })

  it('reads bodies as the service does', () => {
    const { create, update } = schemas.invoices
    expect(create.safeParse({ date: 'tomorrow' }).success).toBe(false)
    expect(update.parse({ record_status: 'archived' })).toEqual({ record_status: 'archived' })
    const terms = schemas.customers.create.safeParse({ name: 7 })
    expect(terms.error?.issues.map(({ path }) => path[0])).toContain('name')
  })

  it('knows refusals and events', () => {
    const refusal = { success: false, errors: { date: ['missing'] } }
    expect(schemas.error.parse(refusal)).toEqual(refusal)
    expect(schemas.error.safeParse({ success: true, errors: {} }).success).toBe(false)
    expect(schemas.webhookEvent.safeParse({ topic: 'core.invoice/created' }).success).toBe(false)
  })

  it('the other answers of assumptions are options', () => {
    const bare = serviceSchemas({ assumptions: { 'list-body': 'bare-array' } })
    expect(bare.invoices.list.safeParse([]).success).toBe(true)
    expect(schemas.invoices.list.safeParse([]).success).toBe(false)
  })

  it('whatever prints or compares them sees their members', () => {
    for (const made of [schemas.invoices, strict.invoices])
      expect(inspect(made)).toMatch(/record:.*create:.*update:.*list:/s)
    expect(inspect(strict)).toMatch(/invoices:/)
    expect(inspect(schemas.operations['POST /public/v1/invoices/'])).toMatch(/request:.*response:/s)
    expect(schemas.invoices).not.toEqual(schemas.bills)
  })

  it('what is misspelt is told with the nearest', () => {
    expect(() => schemas.operations['POST /public/v1/invoice/']).toThrow('perhaps POST /public/v1/invoices/')
    expect(() => schemas.operations['POST/public/v1/invoices/']).toThrow('perhaps POST /public/v1/invoices/')
    const posted = schemas.operations['POST /public/v1/invoices/']
    expect(() => posted?.['respones' as 'response']).toThrow('perhaps operation.response')
    expect(() => schemas['invoice' as 'invoices']).toThrow('perhaps schemas.invoices')
    expect(() => strict['invoice' as 'invoices']).toThrow('perhaps schemas.invoices')
    expect(() => schemas.invoices['records' as 'record']).toThrow('perhaps schemas.invoices.record')
    expect(() => serviceSchemas({ strikt: true } as object)).toThrow('strict')
    expect(() => serviceSchemas({ assumptions: { 'list-bodi': 'x' } as object })).toThrow('list-body')
  })
})
