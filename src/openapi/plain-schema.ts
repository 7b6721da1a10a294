import type { Field } from '../engine/schema/fields'
import { type JsonSchema, referTo } from './json-schema'

/** The schema of a member with a single value. */
export function plainSchema(field: Field, values: readonly string[]): JsonSchema {
  switch (field.kind) {
    case 'integer':
      return {
        type: 'integer',
        ...(field.among ? { enum: field.among } : bounds(field)),
      }
    case 'flag':
      return { type: 'boolean' }
    case 'number':
      return { type: 'number' }
    case 'decimal':
      return { type: 'string', pattern: decimalPattern(field.places ?? 2) }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'choice':
      return { type: 'string', enum: values }
    case 'currency':
      return field.blank ? { anyOf: [referTo('Currency'), { const: '' }] } : referTo('Currency')
    case 'text':
      return { type: 'string' }
    default:
      return {}
  }
}

/** Amounts have exactly two decimal places; rates and quantities have as many as they need. */
const decimalPattern = (places: number): string =>
  places === 2 ? '^-?\\d+\\.\\d{2}$' : `^-?\\d+(\\.\\d{1,${places}})?$`

const bounds = ({ least, most }: Field): JsonSchema => ({
  ...(least !== undefined && { minimum: least }),
  ...(most !== undefined && { maximum: most }),
})
