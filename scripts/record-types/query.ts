import type { Definition } from '../../src/engine/schema/define'
import type { Filter } from '../../src/engine/schema/filters'
import { type Interface, type Member, union } from './interface'

/** The parameters of a record type's list (docs/service.md §8). */
export function queryInterface({ model, filters, orderings }: Definition): Interface {
  const asked = Object.entries(filters).map(([name, filter]) => filterMember(name, filter))
  return {
    name: `${model}Query`,
    note: `Parameters of lists of \`${model}\`, as on the wire.`,
    members: [...asked, ...paging(orderings)],
  }
}

const paging = (orderings: readonly string[]): Member[] => [
  {
    name: 'search',
    type: 'string',
    optional: true,
    note: 'Only records with this text, in any case, in one of the searched members.',
  },
  {
    name: 'ordering',
    type: union([...new Set(['id', ...orderings])].flatMap((name) => [name, `-${name}`])),
    optional: true,
    note: "The member to order by; `-` for descending order. @default 'id'",
  },
  {
    name: 'limit',
    type: 'number',
    optional: true,
    note: 'The most records of the page. More than 100 means 100. @default 100',
  },
  {
    name: 'offset',
    type: 'number',
    optional: true,
    note: 'The number of records to leave out at the beginning. @default 0',
  },
]

function filterMember(name: string, filter: Filter): Member {
  const type = READS[filter.reads] ?? union(filter.values ?? [])
  return {
    name,
    type: filter.test === 'any-of' ? `OneOrMore<${type}>` : type,
    optional: true,
    note: TESTS[filter.test](`\`${filter.column}\``, filter),
  }
}

/** A choice reads its own values. */
const READS: Readonly<Partial<Record<Filter['reads'], string>>> = {
  integer: 'number',
  text: 'string',
  date: 'string',
  instant: 'string',
  flag: 'boolean',
  amount: 'number | string',
  currency: 'CurrencyCode',
  code: 'string',
  'integer-or-null': 'number | null',
}

const TESTS: Readonly<Record<Filter['test'], (column: string, filter: Filter) => string>> = {
  'any-of': (column) => `${column} is one of the values.`,
  from: (column) => `${column} is at least this.`,
  until: (column) => `${column} is at most this.`,
  contains: (column) => `${column} contains the text, in any case.`,
  equals: (column) => `${column} is the value; text in any case.`,
  filled: (column) => `Whether ${column} has entries.`,
  is: (column, { values }) => `Whether ${column} is ${values?.[0]}.`,
  'includes-inactive': () => 'Whether inactive records are listed as well. @default false',
  among: (column) => `${column} contains the value.`,
  nothing: () => 'Accepted, and matches no record.',
  scope: () => 'All records, or those that wait for the caller.',
}
