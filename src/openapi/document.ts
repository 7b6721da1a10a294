import type { Assumptions } from '../assumptions'
import type { Registry } from '../engine/model/compiled-type'
import type { CustomAnswers } from '../engine/model/context'
import type { Definition } from '../engine/schema/define'
import { jsonCopy } from '../kernel/json-copy'
import { mapValues } from '../kernel/map-values'
import { capitalised, titleOf } from '../kernel/name-words'
import { withoutParameterNames } from '../service/http/rate-limits/limits'
import { isOffered, type Route } from '../service/http/routes/route'
import { topicsOf } from '../service/webhooks/topics'
import { answeredBy, type SchemaChange } from './answered'
import { businessEvent } from './business-event'
import { describeRoute } from './describe'
import type { Described } from './described'
import { errorResponses } from './errors'
import { ExampleRun, type ExampleService, type Examples } from './examples'
import { type DocumentAssumptions, guessesOf } from './guesses'
import { type JsonSchema, type JsonSchemas, referTo } from './json-schema'
import { NamedShapes } from './named-shapes'
import { operationObject } from './operation'
import { entryDiffers, recordSchemas, schemaNames, viewSchemas } from './record-schemas'
import { sharedSchemas } from './shared-schemas'
import { notedAs, withNotes } from './with-notes'

/** Headers of every response to a known key (§9.3). */
const HEADERS: JsonSchemas = {
  'X-RateLimit-Limit': { description: 'Burst of the binding bucket.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Tokens left in it.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Unix seconds at which it is full.', schema: { type: 'integer' } },
}

const LIMIT_HEADERS: JsonSchema = mapValues(HEADERS, (_, name) => ({ $ref: `#/components/headers/${name}` }))

/** An OpenAPI 3.1 document as plain JSON. */
export interface OpenapiDocument {
  /** The version of OpenAPI. */
  readonly openapi: '3.1.0'
  /** The title and the version of the service. */
  readonly info: JsonSchema
  /** The origin of the simulator. */
  readonly servers: readonly JsonSchema[]
  /** The authentication schemes that requests need. */
  readonly security: readonly JsonSchema[]
  /** The groups of operations. */
  readonly tags: readonly JsonSchema[]
  /** The operations by path and method. */
  readonly paths: Readonly<Record<string, JsonSchemas>>
  /** The requests that the service sends to webhooks. */
  readonly webhooks: JsonSchemas
  /** The schemas that operations share. */
  readonly components: Readonly<Record<string, JsonSchemas>>
}

/** The record types and settings that the document describes. */
export interface DocumentInput {
  readonly registry: Registry
  readonly routes: readonly Route[]
  readonly assumptions: Assumptions
  /** The option `answers`, by which users change responses. */
  readonly answers: CustomAnswers | undefined
  readonly baseUrl: string
  /** True if responses carry the rate limit headers. */
  readonly isLimited: boolean
  /** The prefix of the webhook header names. */
  readonly headerPrefix: string
  readonly exampleService: ExampleService
}

export type DocumentBuilder = (subject: DocumentInput, examples?: Examples) => OpenapiDocument

/** Generates the whole document from the definitions and routes that the simulator runs. */
export const documentOf: DocumentBuilder = (subject, examples = new ExampleRun(subject.exampleService)) => {
  const { registry, assumptions, answers, baseUrl, headerPrefix } = subject
  const routes = subject.routes.filter((route) => isOffered(subject, route))
  const guesses = guessesOf(assumptions, registry)
  const shared = sharedSchemas(registry)
  const answered = answeredBy(registry, answers, shared.schemas)
  const apiVersion = assumptions.read('webhook-api-version')
  const operations = routes.flatMap((route) => {
    const described = describeRoute(route, guesses)
    if (!described) return []
    const status = answers?.statuses.get(withoutParameterNames(route.key)) ?? described.status
    const response = answered(described.response)
    return [{ route, described: { ...described, response, ...(status !== undefined && { status }) } }]
  })
  const headers = subject.isLimited ? LIMIT_HEADERS : undefined
  const responses = errorResponses(headers, (status) => examples.error(status))
  const event = businessEvent(topicsOf(registry), apiVersion, headerPrefix, examples.event)
  const schemas = referenced(
    schemasOf(registry, guesses, shared, answered),
    operations.map(bodies),
    responses,
    event,
    UPLOAD,
  )
  const shapes = new NamedShapes(withNotes(schemas))
  const paths = pathsOf(operations, examples, shapes, headers)
  const document: OpenapiDocument = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: baseUrl, description: 'The simulator.' }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(routes.map(({ group }) => titleOf(group)))].map((name) => ({
      name,
      description: `Everything about ${name.toLowerCase()}.`,
    })),
    paths,
    webhooks: { businessEvent: event },
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } },
      schemas: shapes.all(),
      responses,
      ...(headers && { headers: HEADERS }),
      parameters: { IdempotencyKey: idempotencyKey(guesses) },
    },
  }
  // The caller may change the document, so shared parts are copied.
  return jsonCopy(document)
}

/** The body of every upload. */
const UPLOAD = referTo('FilesUpload')

const INFO: JsonSchema = {
  title: 'Accounting records service',
  version: '1.0.0',
  summary: 'A multi-company accounting system over HTTP and JSON, as the simulator offers it.',
  description:
    'Written from the definitions that the simulator runs. Operations marked as assumed are guesses about a ' +
    'service whose documentation does not show them; docs/service.md of the package tells each guess.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'The authors of accounting-simulator' },
}

interface Operation {
  readonly route: Route
  readonly described: Described
}

const bodies = ({ described: { request, response } }: Operation): unknown => [request, response]

function pathsOf(
  operations: readonly Operation[],
  examples: Examples,
  shapes: NamedShapes,
  headers: JsonSchema | undefined,
): OpenapiDocument['paths'] {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const { route, described } of operations) {
    const methods = paths[route.template] ?? {}
    paths[route.template] = methods
    methods[route.method.toLowerCase()] = operationObject(
      route,
      namedIn(described, shapes),
      examples,
      headers,
    )
  }
  return paths
}

/** Names the request and response bodies of a single operation. */
function namedIn(described: Described, shapes: NamedShapes): Described {
  const { id, request, response } = described
  const owner = capitalised(id)
  return {
    ...described,
    ...(request && { request: shapes.named(`${owner}Request`, notedAs(`${owner}Request`, request)) }),
    response: shapes.named(`${owner}Response`, notedAs(`${owner}Response`, response)),
  }
}

function schemasOf(
  registry: Registry,
  guesses: DocumentAssumptions,
  { schemas, shaping }: ReturnType<typeof sharedSchemas>,
  answered: SchemaChange,
): JsonSchemas {
  return Object.assign(
    {},
    mapValues(schemas, (schema) => answered(schema)),
    ...registry.everything.map((definition) =>
      mapValues(recordSchemas(shaping, definition, guesses.reading), (schema, name) =>
        isAnswer(definition, name) ? answered(schema, definition.name) : schema,
      ),
    ),
    ...registry.views.map((view) => mapValues(viewSchemas(shaping, view), (schema) => answered(schema))),
  )
}

const isAnswer = (definition: Definition, name: string): boolean => {
  const { record, entry } = schemaNames(definition, entryDiffers(definition))
  return name === record || name === entry
}

const idempotencyKey = ({ key }: DocumentAssumptions): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repetition with the same key within 48 hours gets the first answer and does nothing.',
  schema: key,
})

/** The named schemas that a document refers to, directly or indirectly. */
function referenced(schemas: JsonSchemas, ...from: readonly unknown[]): JsonSchemas {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      if (schemas[name]) visit(schemas[name])
    }
  }
  for (const part of from) visit(part)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}
