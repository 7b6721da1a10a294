import type { DecimalSign, Field } from '../engine/schema/fields'
import { DIGITS_AT_MOST } from '../kernel/money'
import { type JsonSchema, referTo } from './json-schema'

/** The schema of a single value in a response. */
export function plainSchema(field: Field, values: readonly string[]): JsonSchema {
  switch (field.kind) {
    case 'integer':
      return { type: 'integer', ...(field.among ? { enum: field.among } : bounds(field)) }
    case 'flag':
      return { type: 'boolean' }
    case 'number':
      return { type: 'number' }
    case 'decimal':
      return { type: 'string', pattern: shownPattern(field.places ?? 2) }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'choice':
      return { type: 'string', enum: values }
    case 'currency':
      return field.blank
        ? { anyOf: [referTo('Currency'), { type: 'string', const: '' }] }
        : referTo('Currency')
    case 'text':
      return { type: 'string' }
    default:
      return field.holds === 'object' ? { type: 'object', additionalProperties: true } : VALUES
  }
}

/** Adds the definition's note as the description. */
export const describedBy = ({ note }: Field, schema: JsonSchema): JsonSchema =>
  note === undefined ? schema : { ...schema, description: note }

const VALUES: JsonSchema = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: ['string', 'number', 'boolean'] },
}

/** Amounts have exactly two decimal places. Rates and quantities have up to `places` decimal places. */
const shownPattern = (places: number): string =>
  places === 2 ? '^-?\\d+\\.\\d{2}$' : `^-?\\d+(\\.\\d{1,${places}})?$`

const bounds = ({ least, most }: Field): JsonSchema => ({
  ...(least !== undefined && { minimum: least }),
  ...(most !== undefined && { maximum: most }),
})

/** The pattern of decimals in requests. It also accepts zero where the service demands a positive decimal. */
export const decimalPattern = (places = 2, sign?: DecimalSign): string =>
  `^${sign === undefined ? '-?' : ''}\\d{1,${DIGITS_AT_MOST}}(\\.\\d{1,${places}})?$`
