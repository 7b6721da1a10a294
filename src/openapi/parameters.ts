import { type Filter, type Filters, isRepeatable } from '../engine/schema/filters'
import { arraySchema, type JsonSchema, referTo } from './json-schema'

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: JsonSchema
}

const repeated = (name: string, items: JsonSchema): Parameter => ({
  name,
  in: 'query',
  description: 'Any of the values has to match.',
  style: 'form',
  explode: true,
  schema: arraySchema(items),
})

/** The filters of a list (§8.2). */
export const filterParameters = (filters: Filters): Parameter[] =>
  Object.entries(filters).map(([name, filter]) => {
    const schema = filterSchema(filter)
    if (isRepeatable(filter)) return repeated(name, schema)
    const description = DESCRIPTIONS[filter.test]
    return { name, in: 'query', ...(description && { description }), schema }
  })

const DESCRIPTIONS: { readonly [Test in Filter['test']]?: string } = {
  from: 'At least this value.',
  until: 'At most this value.',
  contains: 'A part of the text, in any case.',
  equals: 'This value; of several sent the last counts.',
  'includes-inactive': 'True adds the inactive ones.',
}

function filterSchema({ reads, values = [] }: Filter): JsonSchema {
  switch (reads) {
    case 'integer':
      return { type: 'integer' }
    case 'integer-or-null':
      return { anyOf: [{ type: 'integer' }, { const: 'null' }] }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'flag':
      return { type: 'boolean' }
    case 'amount':
      return { type: 'string', pattern: '^[+-]?\\d+(\\.\\d{1,2})?$' }
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
export const listParameters = (filters: Filters, orderings: readonly string[]): Parameter[] => {
  const columns = ['id', ...orderings]
  return [
    ...filterParameters(filters),
    ...['company_id', 'number']
      .filter((name) => !(name in filters))
      .map((name) => repeated(name, { type: 'integer' })),
    {
      name: 'search',
      in: 'query',
      description: 'A part of a number, a name or a memo, in any case.',
      schema: { type: 'string' },
    },
    {
      name: 'ordering',
      in: 'query',
      description: 'A leading minus turns the order round.',
      schema: { type: 'string', enum: columns.flatMap((column) => [column, `-${column}`]), default: 'id' },
    },
    ...PAGING_PARAMETERS,
  ]
}

export const PAGING_PARAMETERS: readonly Parameter[] = [
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

/** `{record_number}` is an integer, `{uuid}` a UUID (§5.1). */
export const pathParameters = (template: string): Parameter[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' },
  }))
