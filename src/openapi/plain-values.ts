import type { JsonSchema } from './json-schema'

/** Schemas of scalar values. */
export const text: JsonSchema = { type: 'string' }
export const whole: JsonSchema = { type: 'integer' }
export const flag: JsonSchema = { type: 'boolean' }
export const instant: JsonSchema = { type: 'string', format: 'date-time' }
export const url: JsonSchema = { type: 'string', format: 'uri' }
export const uuid: JsonSchema = { type: 'string', format: 'uuid' }
