import { WIRE_MESSAGES } from '../service/http/responses/wire-refusal'
import type { Route } from '../service/http/routes/route'
import { type JsonSchema, type JsonSchemas, referTo } from './json-schema'

interface ErrorAnswer {
  readonly name: string
  readonly description: string
  /** The message if no example was recorded for the status. */
  readonly text: string
}

/** The error responses of the service (§7.2). */
const ERRORS: Readonly<Record<number, ErrorAnswer>> = {
  400: {
    name: 'BadRequest',
    description: 'The body is no JSON object, or a paging value is out of range.',
    text: WIRE_MESSAGES.notJson.text,
  },
  401: { name: 'KeyMissing', description: 'There is no API key.', text: WIRE_MESSAGES.keyRequired.text },
  402: {
    name: 'SubscriptionNeeded',
    description: 'The organisation has no subscription for the feature.',
    text: WIRE_MESSAGES.subscription.text,
  },
  403: {
    name: 'KeyRefused',
    description: 'The API key is invalid or revoked, or lacks a permission.',
    text: WIRE_MESSAGES.keyFailed.text,
  },
  404: { name: 'NotFound', description: 'There is no such record.', text: WIRE_MESSAGES.notFound.text },
  409: {
    name: 'InProgress',
    description: 'The first request with this idempotency key is not answered yet.',
    text: WIRE_MESSAGES.idempotencyInFlight.text,
  },
  422: {
    name: 'Invalid',
    description: 'A member or parameter is not valid, or the idempotency key came with another request.',
    text: WIRE_MESSAGES.idempotencyReused.text,
  },
  429: {
    name: 'TooManyRequests',
    description: 'A bucket of the key is empty; wait as long as Retry-After says.',
    text: WIRE_MESSAGES.tooManyRequests.text,
  },
  500: { name: 'Failed', description: 'The service failed.', text: WIRE_MESSAGES.internal.text },
  503: {
    name: 'Unavailable',
    description: 'The service is not available.',
    text: WIRE_MESSAGES.unavailable.text,
  },
}

export const errorResponses = (
  headers: JsonSchema | undefined,
  exampleOf: (status: number) => unknown,
): JsonSchemas =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([status, { name, description, text }]) => [
      name,
      {
        description,
        ...headed({
          ...(HEADERLESS.includes(Number(status)) ? {} : headers),
          ...(status === '429' && RETRY_AFTER),
        }),
        content: {
          'application/json': {
            schema: referTo('Errors'),
            example: exampleOf(Number(status)) ?? { success: false, errors: { __all__: [text] } },
          },
        },
      },
    ]),
  )

const headed = (headers: JsonSchema): JsonSchema => (Object.keys(headers).length === 0 ? {} : { headers })

// A request without a key counts in no bucket (§9.1).
const HEADERLESS: readonly number[] = [401]

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which one more request is accepted.',
    schema: { type: 'integer', minimum: 1 },
  },
}

const ALWAYS = [401, 402, 403, 429, 500, 503]

/** The error responses that an operation can return. */
export function errorsOf(route: Route, hasParameters: boolean, isPaged: boolean): Record<string, JsonSchema> {
  const isWrite = route.method !== 'GET'
  const statuses = [
    ...(isWrite || isPaged ? [400] : []),
    ...ALWAYS,
    ...(route.template.includes('{') ? [404] : []),
    ...(isWrite ? [409] : []),
    ...(isWrite || hasParameters ? [422] : []),
  ].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { $ref: `#/components/responses/${(ERRORS[status] as ErrorAnswer).name}` },
    ]),
  )
}
