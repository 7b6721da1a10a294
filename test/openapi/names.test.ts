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

/** Generators of Zod schemas make no enum of them. */
test('no null stands among the values of a member: it is an alternative of its own', () => {
  const mixed: unknown[] = []
  JSON.stringify({ components, paths }, (key, value) => {
    if (key === 'enum' && Array.isArray(value) && value.includes(null)) mixed.push(value)
    return value
  })
  expect(mixed).toEqual([])
})

/** With its default settings openapi-typescript takes a member with a default for one that is always there. */
test('defaults are told in words', () => {
  expect(properties.filter(([, property]) => 'default' in property)).toEqual([])
  const status = properties.find(([place]) => place === 'InvoiceInput.record_status')?.[1]
  expect(status?.description).toBe('Only posted records are in the ledger. Default: "posted".')
})

const NUMBERED = /(?<!V)\d/

test('no name is told apart from another by a number', () => {
  expect(schemas.map(([name]) => name).filter((name) => NUMBERED.test(name))).toEqual([])
  expect(schemas.map(([name]) => name)).toContain('LineTaxInput')
})

test('not with other assumptions either', () => {
  const register = createSimulator().assumptions.register()
  const others = register.flatMap(({ id, alternatives: [other] }) =>
    other === undefined ? [] : [[id, other]],
  )
  expect(others.length).toBeGreaterThan(50)
  const { schemas: named } = createSimulator({ assumptions: Object.fromEntries(others) }).openapi().components
  expect(Object.keys(named as object).filter((name) => NUMBERED.test(name))).toEqual([])
})
