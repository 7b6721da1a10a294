import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly schema?: Schema
  readonly description?: string
  readonly default?: unknown
  readonly $ref?: string
}

const { components, paths } = createSimulator().openapi()
const schemas = Object.entries(components.schemas as Readonly<Record<string, Schema>>)
const properties = schemas.flatMap(([owner, schema]) =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => [`${owner}.${name}`, property] as const),
)

/** Objects that stand inside another schema. */
const inner = (schema: Schema): Schema[] => {
  const parts = [schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined)
  return [...(schema.properties ? [schema] : []), ...parts.flatMap(inner)]
}

test('every property says what it means', () => {
  const silent = properties.filter(([, { description }]) => !description).map(([place]) => place)
  expect(silent).toEqual([])
  expect(properties.length).toBeGreaterThan(1000)
})

test('every object has a name, lines and bodies of single operations, too', () => {
  expect(properties.filter(([, property]) => inner(property).length > 0)).toEqual([])
  const bodies: Schema[] = []
  JSON.stringify(paths, (key, value) => {
    if (key === 'schema') bodies.push(value)
    return value
  })
  expect(bodies.flatMap(inner)).toEqual([])
  const names = schemas.map(([name]) => name)
  for (const name of ['InvoiceLine', 'InvoiceLineInput', 'JournalEntryLine', 'CreateWebhookRequest'])
    expect(names).toContain(name)
})

/** With its default settings openapi-typescript takes a member with a default for one that is always there. */
test('defaults are told in words', () => {
  expect(properties.filter(([, property]) => 'default' in property)).toEqual([])
  const status = properties.find(([place]) => place === 'InvoiceInput.record_status')?.[1]
  expect(status?.description).toBe('Only posted records are in the ledger. Default: "posted".')
})
