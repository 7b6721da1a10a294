import type { Json } from '../../../test/support/client'
import type { Ground } from '../../../test/support/ground'
import type { RouteOperation } from '../../../test/support/offers'
import type { Stage } from '../stage'

const ODD = [
  '',
  'x',
  '0',
  '-1',
  '1.5',
  'true',
  'FALSE',
  '2026-01-10',
  '2026-13-01',
  'USD',
  'posted',
  '99999999',
  '%zz',
]
const PAGES = [
  ...[
    'limit=1',
    'limit=2&offset=1',
    'limit=0',
    'limit=101',
    'limit=x',
    'offset=-1',
    'offset=100000',
    'limit=1&limit=2',
  ],
  ...['ordering=nonsense', 'ordering=-id', 'ordering=id', 'ordering=', 'search=', 'search=a', 'unheard_of=1'],
]

/** The list with every filter and ordering, alone, wrong and in pairs, page by page. */
export async function askLists(stage: Stage, ground: Ground, offer: RouteOperation): Promise<void> {
  const { chance } = stage
  const { definition, collection } = offer
  const ask = (query: string) => stage.ask(ground.simulator, 'GET', `${collection}?${query}`)
  const { json } = await ask('limit=100')
  const records = (Array.isArray(json) ? json : json.items) as Json[] | undefined
  const known = (column: string): string => {
    const [member = '', inner = member] = column.replace('line.', 'items.').split('.')
    const values = (records ?? []).flatMap((record) => {
      const value = record[member]
      return Array.isArray(value) ? value.map((line) => (line as Json)?.[inner]) : [value]
    })
    const found = values.filter((value) => value !== null && value !== undefined && typeof value !== 'object')
    return found.length > 0 ? String(chance.pick(found)) : chance.pick(ODD)
  }

  const filters = Object.entries(definition.filters)
  const asked = (): string => {
    if (filters.length === 0) return 'limit=5'
    const [name, filter] = chance.pick(filters)
    return `${name}=${encodeURIComponent(filter.reads === 'flag' ? 'true' : known(filter.column))}`
  }
  for (const [name, filter] of filters) {
    await ask(`${name}=${encodeURIComponent(known(filter.column))}`)
    await ask(`${name}=${chance.pick(ODD)}&${name}=${encodeURIComponent(known(filter.column))}`)
  }
  for (let pair = 0; pair < 3; pair += 1) await ask(`${asked()}&${asked()}&ordering=-id`)
  for (const column of definition.orderings)
    await ask(`ordering=${chance.pick(['', '-'])}${column}&limit=${1 + chance.below(9)}`)
  for (const page of chance.some(PAGES, 7)) await ask(page)
  for (const column of chance.some(definition.search, 1))
    await ask(`search=${encodeURIComponent(known(column))}`)
}
