import { WHOLE_AT_MOST } from '../engine/read/query'
import type { Definition } from '../engine/schema/define'
import { type Filter, isRepeatable } from '../engine/schema/filters'
import type { DocumentAssumptions } from './guesses'
import { arraySchema, type JsonSchema, referTo } from './json-schema'
import { decimalPattern } from './plain-schema'
import { instantSchema } from './plain-values'

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** The filters of a record type's lists and gets (§8.2), without those that the path already fixes. */
export const filterParameters = (
  guesses: DocumentAssumptions,
  definition: Definition,
  inPath: readonly string[] = [],
): Parameter[] =>
  Object.entries(guesses.filters(definition))
    .filter(([name]) => !inPath.includes(name))
    .map(([name, filter]) => {
      const schema = filterSchema(filter)
      if (isRepeatable(filter))
        return {
          name,
          in: 'query',
          description: 'Any of the values has to match.',
          style: 'form',
          explode: !guesses.commas,
          schema: arraySchema(schema),
        }
      return { name, in: 'query', description: DESCRIPTIONS[filter.test], schema }
    })

const DESCRIPTIONS: { readonly [Test in Filter['test']]: string } = {
  'any-of': 'Any of the values has to match.',
  among: 'Any of the values has to be among those of the record.',
  from: 'At least this value.',
  until: 'At most this value.',
  contains: 'A part of the text, in any case.',
  equals: 'This value; of several sent the last counts.',
  is: 'Whether it is so.',
  filled: 'Whether there are any.',
  'includes-inactive': 'True adds the inactive ones.',
  nothing: 'Any of the names. No record has one.',
  scope: 'All, or those that wait for the caller. Nothing waits for a key.',
}

const WHOLE: JsonSchema = { type: 'integer', minimum: -WHOLE_AT_MOST, maximum: WHOLE_AT_MOST }

function filterSchema({ reads, values = [] }: Filter): JsonSchema {
  switch (reads) {
    case 'integer':
      return WHOLE
    case 'integer-or-null':
      return { anyOf: [WHOLE, { type: 'string', const: 'null' }] }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'instant':
      return { anyOf: [instantSchema, { type: 'string', format: 'date' }] }
    case 'flag':
      return { type: 'boolean' }
    case 'amount':
      return { type: 'string', pattern: decimalPattern() }
    case 'currency':
      return referTo('Currency')
    case 'choice':
      return { type: 'string', enum: values }
    case 'text':
    case 'code':
      return { type: 'string' }
  }
}

/** Parameters of every list (§8.1, §8.4). */
export const listParameters = (
  guesses: DocumentAssumptions,
  definition: Definition,
  inPath: readonly string[] = [],
): Parameter[] => [
  ...filterParameters(guesses, definition, inPath),
  ...listingParameters(
    ['id', ...definition.orderings].flatMap((column) => [column, `-${column}`]),
    'A part of a number, a name or a memo, in any case.',
  ),
]

export const listingParameters = (orderings: readonly string[], searched: string): Parameter[] => [
  { name: 'search', in: 'query', description: searched, schema: { type: 'string' } },
  {
    name: 'ordering',
    in: 'query',
    description: 'A leading minus turns the order round.',
    schema: { type: 'string', enum: orderings, default: 'id' },
  },
  {
    name: 'limit',
    in: 'query',
    description: 'Entries of one page; more than 100 count as 100.',
    schema: { type: 'integer', minimum: 1, default: 100 },
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Entries before the page.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
]

/** The type of a path parameter: `{record_number}` is an integer, `{uuid}` a UUID (§5.1). */
export const pathParameters = (
  template: string,
  description: string,
  examples: Readonly<Record<string, string>>,
): Parameter[] =>
  pathNames(template).map((name) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema:
      name === 'uuid'
        ? { type: 'string', format: 'uuid' }
        : { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    ...(examples[name] !== undefined && {
      example: name === 'uuid' ? examples[name] : Number(examples[name]),
    }),
  }))

export const pathNames = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
