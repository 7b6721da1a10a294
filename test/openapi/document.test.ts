import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/engine/compile'
import type { Definition, ListView } from '../../src/engine/schema/define'
import type { OpenapiDocument } from '../../src/openapi/document'
import * as catalogue from '../../src/resources/catalogue'
import { allRoutes } from '../../src/service/all-routes'
import { clientOf, type Json } from '../support/client'
import { conformanceTo } from '../support/conformance'
import { table } from '../support/table'

const registry = compile(Object.values(catalogue) as readonly (Definition | ListView)[])
const documentOf = (options: SimulatorOptions = {}): OpenapiDocument => createSimulator(options).openapi()
const document = documentOf()

interface Operation {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly content: Json
}
const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, content]) => ({
    key: `${method.toUpperCase()} ${path}`,
    method,
    path,
    content: content as Json,
  })),
)

const at = (place: string, root: unknown = document): unknown =>
  place
    .split(' ')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], root)

describe('the document', () => {
  it('has every operation of the wire, and no other', () => {
    const routes = allRoutes(registry).all.map(({ key }) => key)
    expect(operations.map(({ key }) => key).sort()).toEqual([...routes].sort())
  })

  it('names each operation once', () => {
    const ids = operations.map(({ content }) => content.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is the same to the last byte, and of its own each time', () => {
    const simulator = createSimulator()
    const one = simulator.openapi()
    const text = JSON.stringify(one)
    ;(one.info as Record<string, unknown>).title = 'changed'
    expect(JSON.stringify(simulator.openapi())).toBe(text)
    expect(text).toBe(JSON.stringify(document))
  })

  it('leaves no trace in the simulator', () => {
    const simulator = createSimulator()
    const before = JSON.stringify(simulator.export())
    simulator.openapi()
    expect(JSON.stringify(simulator.export())).toBe(before)
    expect([simulator.traffic.length, simulator.assumptions.used()]).toEqual([0, []])
  })

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, place]) => place,
    )
    const missing = [...new Set(references)].filter(
      (place) => at((place ?? '').split('/').join(' ')) === undefined,
    )
    expect(missing).toEqual([])
  })

  it('names nothing that is not referred to', () => {
    const text = JSON.stringify(document)
    for (const kind of ['schemas', 'responses', 'headers', 'parameters'])
      for (const name of Object.keys(at(`components ${kind}`) as Json))
        expect.soft(text.includes(`"#/components/${kind}/${name}"`), name).toBe(true)
  })
})

describe('examples', () => {
  const judge = conformanceTo(document)
  const answered = operations.map(({ key, method, path, content }) => {
    const responses = content.responses as Json
    const status = Object.keys(responses).find((one) => one.startsWith('2')) ?? ''
    return { key, method, path, status, example: at(`${status} content application/json example`, responses) }
  })

  it.each(answered)('$key shows what the service answers', ({ method, path, status, example }) => {
    const [id, uuid] = ['1', '00000000-0000-4000-8000-000000000000']
    const concrete = path.replace('{uuid}', uuid).replace(/\{\w+\}/, id)
    const exchange = { method: method.toUpperCase(), path: concrete, sent: undefined }
    expect(example).toBeDefined()
    expect(judge({ ...exchange, status: Number(status), text: JSON.stringify(example) })).toEqual([])
  })

  it('of requests are accepted', async () => {
    const send = clientOf(createSimulator({ rateLimits: false }))
    const bodies = operations
      .filter(({ key }) => /^POST \/public\/v1\/(customers|invoices|bills|journal-entries)\/$/.test(key))
      .map(
        ({ path, content }) => [path, at('requestBody content application/json example', content)] as const,
      )
    expect(bodies).toHaveLength(4)
    for (const [path, body] of bodies) expect((await send('POST', path, body)).status, path).toBeLessThan(300)
  })

  it('of refusals are what the service says', async () => {
    const send = clientOf(createSimulator(), null)
    const { body } = await send('GET', '/public/v1/invoices/')
    expect(at('components responses KeyMissing content application/json example')).toEqual(body)
  })
})

describe('says of', () => {
  it.each(
    table(`
      what                  place                                                                | is
      an amount             components schemas Invoice properties amount pattern                 | ^-?\\d+\\.\\d{2}$
      a rate                components schemas Invoice properties exchange_rate pattern          | ^-?\\d+(\\.\\d{1,16})?$
      a date                components schemas Invoice properties date format                    | date
      a date that may lack  components schemas Invoice properties due_date type                  | string,null
      a given currency      components schemas Invoice properties currency_iso_4217_code $ref    | #/components/schemas/Currency
      a status              components schemas Invoice properties record_status enum             | draft,posted,archived
      further members       components schemas Invoice additionalProperties                      | false
      an asked member       components schemas InvoiceInput required                             | date
      a partial change      components schemas CustomerChange required                           | -
      a template            components schemas RecurringInvoiceInput properties record_payload $ref  | #/components/schemas/InvoiceInput
      the key               components securitySchemes ApiKey name                               | X-API-KEY
      the server            servers 0 url                                                        | https://accounting.test
      a created customer    paths /public/v1/customers/ post responses 201 description           | Done.
      a basis               paths /public/v1/vendors/ get x-basis                                | assumed
      version 2             paths /public/v2/invoices/ get x-basis                               | assumed
      version 3             paths /public/v3-alpha/invoices/lines/ get x-basis                   | specified
      uploads               components schemas FilesUpload required                            | files
      a file                components schemas FilesUpload properties files items format         | binary
      a file as text        components schemas FilesUpload properties files items contentMediaType | -
      a custom field        components schemas CustomFieldInput anyOf 0 $ref                     | #/components/schemas/CustomFieldByName
      the same, as shown    components schemas CustomFieldInput anyOf 1 $ref                     | #/components/schemas/CustomFieldAsShown
      its value             components schemas CustomFieldByName additionalProperties type       | string,number,boolean,array,null
      a topic               components schemas CreateWebhookRequest properties topics items enum 0  | core.account/created
      an address            components schemas CreateWebhookRequest properties url pattern       | ^https://
      a rule                components schemas RecurringBillInput properties rrule maxLength     | 500
      a positive amount     components schemas BankTransferInput properties amount anyOf 1 exclusiveMinimum  | 0
      a debit               components schemas JournalEntryLineInput properties debit anyOf 0 pattern  | ^\\d{1,15}(\\.\\d{1,2})?$
      a whole number        components schemas InvoiceInput properties customer_id maximum       | 9007199254740991
      the name of nobody    components schemas Errors properties success type                    | boolean
      an identifier         paths /public/v1/invoices/{record_number}/ get parameters 0 description  | The number of the invoice.
      an identifier's example  paths /public/v1/invoices/{record_number}/ get parameters 0 example  | 1
      a type in the inbox   paths /public/v1/inbox/records/{record_id}/ get parameters 1 schema enum  | vendor,customer
      its example           paths /public/v1/inbox/transactions/{record_id}/ get parameters 1 example  | purchase_order
      a throttled request   components responses TooManyRequests headers Retry-After schema type  | integer
      an event              webhooks businessEvent post requestBody content application/json schema required  | event_id,api_version,topic,object_type,object,webhook_uuid,created_at
    `),
  )('$what: $is', ({ place, is }) => {
    const found = at(place)
    expect(found === undefined ? '-' : String(found)).toBe(is)
  })

  it.each(
    table(`
      operation                                   | parameters
      GET /public/v3-alpha/invoices/lines/        | company_id[] number[] start_date end_date record_status[] record_number[] record_number_gte record_number_lte updated_after updated_before search ordering limit offset
      GET /public/v1/customer-refunds/{record_number}/  | record_number company_id[] number[] start_date end_date record_status transaction_currency customer_id[]
      POST /public/v1/invoices/                   | Idempotency-Key
      DELETE /public/v2/webhooks/{uuid}/          | uuid Idempotency-Key
      GET /public/v2/webhooks/                    | search ordering limit offset
      GET /public/health/                         | -
    `),
  )('the parameters of $operation', ({ operation, parameters }) => {
    const { content } = operations.find(({ key }) => key === operation) as Operation
    const names = (content.parameters as Json[]).map(({ $ref, name, schema }) =>
      $ref ? 'Idempotency-Key' : `${name}${(schema as Json).type === 'array' ? '[]' : ''}`,
    )
    expect(names.join(' ') || '-').toBe(parameters)
  })

  it.each(
    table(`
      operation                              | refusals
      GET /public/health/                    | 401 402 403 429 500 503
      GET /public/v1/invoices/               | 400 401 402 403 422 429 500 503
      GET /public/v1/invoices/{record_number}/  | 401 402 403 404 422 429 500 503
      POST /public/v1/invoices/              | 400 401 402 403 409 422 429 500 503
      PUT /public/v1/invoices/{record_number}/  | 400 401 402 403 404 409 422 429 500 503
    `),
  )('the refusals of $operation', ({ operation, refusals }) => {
    const { content } = operations.find(({ key }) => key === operation) as Operation
    expect(
      Object.keys(content.responses as Json)
        .filter((status) => status >= '4')
        .join(' '),
    ).toBe(refusals)
  })
})

describe('follows the options', () => {
  it.each<[string, SimulatorOptions, string, unknown]>([
    ['an address', { baseUrl: 'https://books.test' }, 'servers 0 url', 'https://books.test'],
    [
      'lists without an envelope',
      { assumptions: { 'list-body': 'bare-array' } },
      'paths /public/v1/invoices/ get responses 200 content application/json schema type',
      'array',
    ],
    [
      'deletes without a body',
      { assumptions: { 'delete-response': '204' } },
      'paths /public/v1/items/{item_id}/ delete responses 204 description',
      'Done.',
    ],
    ['strictness', { strict: true }, 'components schemas InvoiceInput additionalProperties', false],
    [
      'amounts as text only',
      { assumptions: { 'string-amounts': 'strings-only' } },
      'components schemas BankTransferInput properties amount type',
      'string',
    ],
    [
      'the names of webhook headers',
      { webhooks: { headerPrefix: 'Acme' } },
      'webhooks businessEvent post parameters 0 name',
      'Acme-Webhook-Uuid',
    ],
  ])('%s', (_, options, place, expected) => {
    expect(at(place, documentOf(options))).toEqual(expected)
  })
})

it('without rate limits no answer has headers of limits', () => {
  const unlimited = documentOf({ rateLimits: false })
  expect(JSON.stringify(unlimited)).not.toContain('X-RateLimit')
  expect(at('components responses TooManyRequests headers', unlimited)).toHaveProperty('Retry-After')
})

it('no query parameter has the name of a path parameter', () => {
  const named = operations.filter(({ content }) => {
    const names = (content.parameters as Json[]).map(({ name }) => name)
    return new Set(names).size < names.length
  })
  expect(named).toEqual([])
})

it('every schema says its type, refers to another one or has alternatives', () => {
  const without: string[] = []
  const visit = (schema: Json, place: string): void => {
    if (!['type', '$ref', 'anyOf'].some((name) => name in schema)) without.push(place)
    for (const [name, one] of Object.entries((schema.properties ?? {}) as Json))
      visit(one as Json, `${place}.${name}`)
    for (const one of [schema.items, ...((schema.anyOf ?? []) as Json[])]) if (one) visit(one as Json, place)
  }
  for (const [name, schema] of Object.entries(at('components schemas') as Json)) visit(schema as Json, name)
  JSON.stringify(document.paths, (key, value) => {
    if (key === 'schema') visit(value, JSON.stringify(value))
    return value
  })
  expect(without).toEqual([])
})

describe('deliveries', () => {
  it('are what the section on webhooks says', async () => {
    const simulator = createSimulator()
    const send = clientOf(simulator)
    const url = 'https://hooks.example.com/'
    await send('POST', '/public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    simulator.webhooks.connect(url, () => new Response(null, { status: 204 }))
    simulator.records.invoices.create({
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      items: [{ item_id: 1, quantity: 1, rate: 1 }],
    })
    await simulator.webhooks.flush()
    const { request } = simulator.webhooks.attempts[0] as { request: { headers: Json; body: string } }
    const { parameters, requestBody } = at('webhooks businessEvent post') as {
      parameters: Json[]
      requestBody: Json
    }
    const sent = new Headers(request.headers as Record<string, string>)
    for (const { name, schema } of parameters) {
      const { pattern = '^[0-9a-f-]{36}$' } = schema as { pattern?: string }
      expect(sent.get(name as string)).toMatch(new RegExp(pattern))
    }
    const schema = at('content application/json schema', requestBody) as Json
    const event = JSON.parse(request.body) as Json
    expect(Object.keys(event)).toEqual(schema.required)
    expect(Object.keys(at('content application/json example', requestBody) as Json)).toEqual(schema.required)
    expect(at('properties topic enum', schema)).toContain(event.topic)
  })
})

it('the answer to a request without a key has no headers of limits, all others have', () => {
  const { responses } = document.components as unknown as {
    responses: Record<string, { headers?: object }>
  }
  const headerless = Object.keys(responses).filter((name) => responses[name]?.headers === undefined)
  expect(headerless).toEqual(['KeyMissing'])
})
