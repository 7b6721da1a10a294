import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/engine/compile'
import type { Definition, ListView } from '../../src/engine/schema/define'
import { ownClassifications } from '../../src/engine/schema/field-groups'
import { LARGE_ORDER, PREPARED } from '../../src/openapi/example-bodies'
import * as catalogue from '../../src/resources/catalogue'
import { allRoutes } from '../../src/service/all-routes'
import { WIRE_MESSAGES } from '../../src/service/http/responses/wire-refusal'
import type { Route } from '../../src/service/http/routes/route'
import { type Answer, clientOf, type Json } from '../support/client'
import { groundOf } from '../support/ground'
import { replacedAt } from '../support/references'
import { everything } from '../support/subject'
import { sampled } from '../support/thorough'
import { type Leaf, leavesOf, samplesOf } from './samples'

/** Every parameter and every member of a request, tried at the service: what the document allows, and what not. */
const registry = compile(Object.values(catalogue) as readonly (Definition | ListView)[])
const ground = groundOf(everything)
const document = ground.simulator.openapi()
const send = clientOf(ground.simulator)
const ajv = new Ajv2020({ strict: false, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema(document as unknown as Json, 'document')

interface Parameter extends Json {
  readonly name: string
  readonly in: string
  readonly schema: Json
}

const { uuid } = await register()
const made = new Map(everything.definitions.map((definition) => [definition.name, ground.make(definition)]))

async function register(): Promise<Json> {
  const topics = ['core.invoice/created']
  return (await send('POST', '/public/v2/webhooks/', { url: 'https://hooks.example.com/', topics })).body
}

for (const [resource, body] of PREPARED) ground.records(registry.type(resource).definition).create(body)
await send('POST', '/public/v1/purchase-orders/', LARGE_ORDER)

const idOf = (name: string, column = 'id'): string => String(made.get(name)?.[column])

/** Paths of operations that are no verb of a record type. */
const FURTHER: Readonly<Record<string, string>> = {
  '/public/v2/webhooks/{uuid}/': `/public/v2/webhooks/${uuid}/`,
  '/public/v2/webhooks/{uuid}/deliveries/': `/public/v2/webhooks/${uuid}/deliveries/`,
  '/public/v1/workflows/{id}/versions/': `/public/v1/workflows/${idOf('approvalPolicies')}/versions/`,
  '/public/v1/workflows/execution-states/{id}/actions/': `/public/v1/workflows/execution-states/1/actions/`,
  '/public/v1/inbox/transactions/{record_id}/': `/public/v1/inbox/transactions/${idOf('invoices', 'internal_id')}/?transaction_type=invoice`,
  '/public/v1/inbox/records/{record_id}/': `/public/v1/inbox/records/${idOf('customers')}/?record_type=customer`,
}

function pathOf({ template, operation: offer }: Route): string {
  if (FURTHER[template]) return FURTHER[template]
  if (!offer || offer.verb === 'view') return template
  const { name, identifier, internal } = offer.definition
  if (internal) return template.replace(/\{\w+\}/, '1')
  return template.replace(/\{\w+\}/, idOf(name, identifier))
}

const operations = allRoutes(registry).all.map((route) => {
  const operation = document.paths[route.template]?.[route.method.toLowerCase()] as Json
  const parameters = (operation.parameters as Parameter[]).filter((one) => one.in === 'query')
  return { key: route.key, route, operation, parameters, path: pathOf(route) }
})
const reads = operations.filter(({ route }) => route.method === 'GET')
const writes = operations.filter(({ route }) => route.method !== 'GET')

const validators = new Map<string, ValidateFunction>()

function isAllowed(schema: Json, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as Json)
  validators.set(text, validate)
  return validate(value)
}

/** The text of a parameter as a value of its schema. */
function meantBy({ schema }: Parameter, text: string): unknown {
  const each = (schema.items ?? schema) as Json
  const types = [each.type, ...((each.anyOf ?? []) as Json[]).map(({ type }) => type)]
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

const askedFor = (path: string, name: string, text: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(text)}`

/**
 * The values to try at a place. `npm run prove` tries all of them everywhere. Otherwise the first place of each kind
 * gets all, and each of the others every eighth, beginning elsewhere: alike each time.
 */
const met = new Map<string, number>()
function sampleOf<T>(kind: unknown, values: readonly T[]): readonly T[] {
  const text = JSON.stringify(kind)
  const places = met.get(text) ?? 0
  met.set(text, places + 1)
  return places === 0 ? values : sampled(values, 8, places % 8)
}

const complaintOf = ({ status, errors }: Answer, name: string): boolean =>
  name in errors || (status === 400 && String(errors.__all__).includes(`query.${name}`))

const TEXTS = [
  ...[
    '1',
    '-1',
    '0',
    '+1',
    '1.5',
    '1.50',
    '1e3',
    'x',
    'null',
    'true',
    'True',
    'abc',
    '2026-01-15',
    '2026-02-30',
  ],
  ...['2026-01-15T00:00:00Z', '9'.repeat(15), '9'.repeat(16), 'USD', 'usd', 'id', '-id', '', 'posted', 'all'],
]

it('has all operations to try', () => expect(operations.length).toBeGreaterThan(170))

describe.each(reads)('$key', ({ parameters, path, route }) => {
  it('answers', async () => expect((await send('GET', path)).status).toBe(200))

  it.skipIf(parameters.length === 0)('reads every parameter as the document says', async () => {
    const [bare = ''] = path.split('?')
    for (const parameter of parameters) {
      const { name } = parameter
      const schema = (parameter.schema.items ?? parameter.schema) as Json
      const texts = [...new Set([...TEXTS, ...((schema.enum ?? []) as string[])])]
      for (const text of sampleOf(['parameter', name, schema], texts)) {
        const answer = await send('GET', askedFor(parameter.required ? bare : path, name, text))
        const place = `${name}=${text}: ${answer.text.slice(0, 80)}`
        if (isAllowed(schema, meantBy(parameter, text)))
          expect.soft(complaintOf(answer, name) || answer.status >= 500, place).toBe(false)
        else expect.soft([complaintOf(answer, name), answer.status === 200], place).toEqual([true, false])
      }
    }
  })

  it('reads no other parameter', async () => {
    const names = new Set(reads.flatMap((one) => one.parameters.map(({ name }) => name)))
    const described = [...parameters.map(({ name }) => name), ...(route.template.match(/(?<=\{)\w+/g) ?? [])]
    const plain = await send('GET', path)
    for (const name of sampleOf('other parameters', [...names])) {
      if (described.includes(name)) continue
      const answer = await send('GET', askedFor(path, name, 'no such value'))
      if (answer.status === 422)
        expect.soft(answer.errors[name], name).toEqual(['Extra inputs are not permitted'])
      else expect.soft(answer.text, name).toBe(plain.text)
    }
  })
})

describe.each(operations.filter(({ route }) => route.template.includes('{')))(
  '$key',
  ({ route, operation }) => {
    const { schema, name } = (operation.parameters as Parameter[])[0] as Parameter
    const query = FURTHER[route.template]?.split('?')[1] ?? ''

    it('takes an identifier as the document says', async () => {
      const segments = [
        '1',
        '-1',
        '0',
        '9007199254740991',
        '9007199254740993',
        '1.5',
        '01',
        'x',
        '+1',
        'null',
      ]
      for (const text of [...segments, '00000000-0000-4000-8000-000000000000', 'not-a-uuid']) {
        const isNumber = schema.type === 'integer' && /^-?\d+$/.test(text) && String(BigInt(text)) === text
        const path = route.template.replace(/\{\w+\}/, text)
        const body = route.takes === 'json' ? {} : undefined
        const answer = await send(route.method, `${path}?${query}`, body, {
          'Idempotency-Key': `${route.key}${text}`,
        })
        const isRouted = !(answer.status === 404 && answer.errors.__all__?.[0] === 'Not found')
        expect.soft(isRouted, `${name}: ${text}`).toBe(isAllowed(schema, isNumber ? Number(text) : text))
      }
    })
  },
)

describe.each(writes)('$key', ({ route, path }) => {
  it('takes an idempotency key as the document says', async () => {
    const { schema } = (document.components.parameters as Record<string, Json>).IdempotencyKey as Parameter
    for (const key of ['~', '!', 'a'.repeat(255), 'a'.repeat(256), 'a b', 'é', '']) {
      const answer = await send(route.method, path.replace(/\/\d+\//g, '/999/'), 'no json', {
        'Idempotency-Key': key,
      })
      const isRefused = answer.errors.__all__?.[0] === WIRE_MESSAGES.idempotencyKey.text
      expect.soft(isRefused, key.slice(0, 9)).toBe(!isAllowed(schema, key))
    }
  })
})

/** Refusals of a value by itself. Those that come from its neighbours name a date, an amount or a record. */
const OF_THE_VALUE =
  /Input should (be a valid|be one of|have)|Decimal input should|Input should be (gr|l)e?.* (0|1)$/

describe.each(writes.filter(({ route }) => route.takes === 'json'))('$key', ({ route, path, operation }) => {
  const content = (operation.requestBody as { content: { 'application/json': Json } }).content[
    'application/json'
  ]

  it('reads every member as the document says', async () => {
    const { operation: offer } = route
    const isRecord = offer?.verb === 'create' || offer?.verb === 'update'
    const body = isRecord ? ground.body(offer.definition, { extent: 'full' }) : (content.example as Json)
    for (const { path: where, schema } of leavesOf(document, content.schema as Json)) {
      // The body of the records that a template writes is that of their own operation.
      if (where[0] === 'record_payload' || isUnread(where) || !isReached(body, where)) continue
      const before = ground.simulator.snapshot()
      for (const value of sampleOf([where.at(-1), schema], samplesOf(schema))) {
        const answer = await send(route.method, path, replacedAt(body, where, value))
        ground.simulator.restore(before)
        const [member = ''] = where
        const told = answer.errors[member] ?? []
        const place = `${where.join('.')}: ${JSON.stringify(value)?.slice(0, 40)}: ${answer.text.slice(0, 120)}`
        if (!isAllowed(schema, value))
          expect.soft([answer.status, told.length > 0], place).toEqual([422, true])
        else
          expect
            .soft(
              told.filter((one) => OF_THE_VALUE.test(one) && !isOfContext(route, where, value)),
              place,
            )
            .toEqual([])
      }
    }
  }, 60_000)
})

/**
 * What the rest of the body decides: whether an amount of zero moves money, and whether a line names an account or a
 * document. Nor does the pattern of a positive decimal say that a text is not zero.
 */
function isOfContext({ operation: offer }: Route, where: Leaf['path'], value: unknown): boolean {
  if (Number(value) === 0) return true
  const { lines, accounts } = (offer?.verb !== 'view' && offer?.definition.settles) || {}
  return accounts !== undefined && where.join('.') === `${lines}.amount`
}

/** Whether the objects around the member are there; one that is made up lacks its other members. */
function isReached(body: unknown, [member, ...rest]: Leaf['path']): boolean {
  const inner = Array.isArray(body) ? body[0] : body
  if (typeof inner !== 'object' || inner === null || member === undefined) return false
  return rest.length === 0 || isReached((inner as Json)[member], rest)
}

/** Members that a request may have because answers show them; no value of theirs is read. */
const UNREAD = Object.entries(ownClassifications().classifications.element?.members ?? {})
  .filter(([, { unread }]) => unread)
  .map(([name]) => name)

const isUnread = (path: Leaf['path']): boolean =>
  path.at(-2) === 'classifications' && UNREAD.includes(path.at(-1) ?? '')
