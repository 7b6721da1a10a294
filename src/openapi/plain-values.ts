import type { JsonSchema } from './json-schema'

export const textSchema: JsonSchema = { type: 'string' }
export const wholeSchema: JsonSchema = { type: 'integer' }
export const flagSchema: JsonSchema = { type: 'boolean' }
export const instantSchema: JsonSchema = { type: 'string', format: 'date-time' }
export const urlSchema: JsonSchema = { type: 'string', format: 'uri' }
export const uuidSchema: JsonSchema = { type: 'string', format: 'uuid' }
