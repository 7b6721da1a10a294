import type { OpenapiDocument } from '../../src/openapi/document'

type Json = Readonly<Record<string, unknown>>

/** A member of a request that holds no object with described members. */
export interface Leaf {
  /** The names of the members from the top; lists are stepped into. */
  readonly path: readonly string[]
  readonly schema: Json
}

/** Every member of a request, with its schema in the place of a reference to one. */
export function leavesOf(document: OpenapiDocument, schema: Json, path: readonly string[] = []): Leaf[] {
  const plain = followed(document, schema)
  const properties = plain.properties as Readonly<Record<string, Json>> | undefined
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) => leavesOf(document, one, [...path, name]))
  const inner = [plain, ...((plain.anyOf ?? []) as Json[]).map((one) => followed(document, one))]
  const object = inner.find((one) => one.properties)
  if (object) return leavesOf(document, object, path)
  const list = inner.find((one) =>
    one.items && one.type === 'array' ? true : Array.isArray(one.type) && one.type[0] === 'array',
  )
  const element = list && followed(document, list.items as Json)
  return element?.properties ? leavesOf(document, element, path) : [{ path, schema: plain }]
}

function followed(document: OpenapiDocument, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema
  return document.components.schemas?.[schema.$ref.split('/').at(-1) ?? ''] as Json
}

const NUMBERS = ['1', '-1', '+1', '0', '1.5', '1.', '.5', '1e5', '1.234', '0.1234567', `0.${'1'.repeat(17)}`]
/** As many digits as can be sent, and one more. Their value is small, so that nothing they multiply grows too large. */
const LONG = ['1'.padStart(15, '0'), '1'.padStart(16, '0')]

/** Values of every kind, of which the schema allows some. */
export function samplesOf(schema: Json): unknown[] {
  const alternatives = [schema, ...((schema.anyOf ?? []) as Json[])]
  const types = alternatives.flatMap(({ type }) => (type as string | string[] | undefined) ?? [])
  const has = (type: string): boolean => types.includes(type)
  const enums = alternatives.flatMap((one) => (one.enum as unknown[] | undefined) ?? [])
  const isDecimal = alternatives.some(({ pattern }) => String(pattern).includes('\\d{1,'))
  return [
    null,
    ...enums.slice(0, 12),
    ...(has('integer') || has('number') ? [1, 0, -1, 1.5, 10 ** 12, 2 ** 60, '1', true] : []),
    ...(isDecimal ? [...NUMBERS, ...LONG] : []),
    ...(has('boolean') ? [true, false, 'true', 0] : []),
    ...(has('string') && !isDecimal ? TEXTS : []),
    ...(has('array') ? [[], 'x', 1] : []),
  ]
}

const TEXTS = [
  ...['', 'x', 'US', 'us', 'USD', 'ZZZ', 'a@b', '@', '2026-01-15', '2026-02-30', '15.01.2026', 1, {}],
  ...['FREQ=DAILY', 'FREQ=HOURLY;INTERVAL=1', 'FREQ=MONTHLY;BYMONTHDAY=15', 'X'.repeat(501)],
  ...['https://hooks.example.com/', 'http://hooks.example.com/', 'core.invoice/created', 'core.x/created'],
]
