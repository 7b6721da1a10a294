import type { JsonSchema, JsonSchemas } from './json-schema'

/** Headers of every response to a known key (§9.3). */
export const HEADERS: JsonSchemas = {
  'X-RateLimit-Limit': { description: 'Burst of the binding bucket.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Tokens left in it.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Unix seconds at which it is full.', schema: { type: 'integer' } },
}

export const LIMIT_HEADERS: JsonSchema = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
