import type { OpenapiDocument } from 'accounting-simulator'

type Json = Readonly<Record<string, unknown>>

/** An example of the document. */
interface BodyExample {
  readonly operation: string
  /** The status of an answer. */
  readonly part: 'request' | string
  readonly schema: Json
  readonly value: unknown
}

/** A body with one change, and which schemas refuse it. */
interface Alteration {
  readonly what: string
  readonly value: unknown
  readonly isRefused: boolean
  readonly isRefusedStrictly: boolean
}

const member = (value: unknown, name: string): unknown => (value as Json | undefined)?.[name]
const json = (message: unknown): Json | undefined =>
  member(member(message, 'content'), 'application/json') as Json | undefined

/** Every example body of every operation. */
export function examplesIn(document: OpenapiDocument): BodyExample[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
      const parts = [['request', requestBody], ...Object.entries(responses as Json)] as const
      return parts.flatMap(([part, message]) => {
        const { schema, example } = json(resolved(document, message as Json | undefined)) ?? {}
        const operation = `${method.toUpperCase()} ${path}`
        return example === undefined ? [] : [{ operation, part, schema: schema as Json, value: example }]
      })
    }),
  )
}

function resolved(document: OpenapiDocument, part: Json | undefined): Json | undefined {
  if (typeof part?.$ref !== 'string') return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return resolved(document, document.components[kind]?.[name])
}

/** The body with each member of each depth removed, retyped, joined by another, or with a new word. */
export function* alterations(document: OpenapiDocument, example: BodyExample): Iterable<Alteration> {
  const isAnswer = example.part !== 'request'
  for (const { place, value, schemas } of placesIn(document, example.schema, example.value, [])) {
    // What one form refuses, another one may take.
    if (schemas.filter(({ properties }) => properties).length > 1) return
    const put = (changed: unknown): unknown => replaced(example.value, place, changed)
    const what = place.join('.')
    const wrong = CANDIDATES.find(([type]) => !schemas.some((schema) => allows(schema, type)))
    if (wrong)
      yield { what: `${what} retyped`, value: put(wrong[1]), isRefused: true, isRefusedStrictly: true }
    const [closed] = schemas.filter(({ properties }) => properties)
    if (closed && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const name of (closed.required ?? []) as string[]) {
        const { [name]: _, ...others } = value as Json
        yield {
          what: `${what}.${name} removed`,
          value: put(others),
          isRefused: true,
          isRefusedStrictly: true,
        }
      }
      const more = put({ ...value, another_member: 1 })
      yield { what: `${what} with another member`, value: more, isRefused: false, isRefusedStrictly: true }
    }
    if (typeof value === 'string' && schemas.some((one) => one.enum) && schemas.every((one) => one.enum))
      yield {
        what: `${what} with a new word`,
        value: put('a new word'),
        isRefused: !isAnswer,
        isRefusedStrictly: true,
      }
  }
}

const CANDIDATES = [
  ['array', []],
  ['object', { another_member: 1 }],
  ['string', 'a text'],
  ['boolean', true],
] as const

const allows = ({ type, ...schema }: Json, wanted: string): boolean =>
  'const' in schema ? false : type === undefined || [type].flat().includes(wanted)

interface Place {
  readonly place: readonly (string | number)[]
  readonly value: unknown
  /** What it may be. */
  readonly schemas: readonly Json[]
}

/** Each value within the body; of lists the first entry. */
function* placesIn(
  document: OpenapiDocument,
  schema: Json,
  value: unknown,
  place: Place['place'],
): Iterable<Place> {
  const schemas = alternatives(document, schema)
  yield { place, value, schemas }
  if (Array.isArray(value)) {
    const [items] = schemas.flatMap((one) => (one.items ? [one.items as Json] : []))
    if (items && value.length > 0) yield* placesIn(document, items, value[0], [...place, 0])
    return
  }
  const { properties } = schemas.find((one) => one.properties) ?? {}
  for (const [name, inner] of Object.entries((value ?? {}) as Json)) {
    const property = member(properties, name) as Json | undefined
    if (property) yield* placesIn(document, property, inner, [...place, name])
  }
}

function alternatives(document: OpenapiDocument, schema: Json): Json[] {
  const known = resolved(document, schema) ?? {}
  return Array.isArray(known.anyOf) ? known.anyOf.flatMap((one) => alternatives(document, one)) : [known]
}

function replaced(whole: unknown, [first, ...rest]: Place['place'], value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(whole)) return whole.map((one, at) => (at === first ? replaced(one, rest, value) : one))
  return { ...(whole as Json), [first]: replaced(member(whole, String(first)), rest, value) }
}
