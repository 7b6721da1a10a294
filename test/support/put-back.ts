import { isRefusal, type Simulator } from 'accounting-simulator'
import type { Definition } from '../../src/engine/schema/define'
import { clientOf, type Json } from './client'
import { contentOf } from './content'

interface Records {
  list(query: object): { items: Json[] }
  get(id: number): Json
  update(id: number, body: Json): Json
}

const recordsOf = (simulator: Simulator, { name }: Definition): Records =>
  (simulator.records as unknown as Record<string, Records>)[name] as Records

/** The identifiers of the records of a type, the oldest first. */
export const idsOf = (simulator: Simulator, definition: Definition, limit = 100): number[] =>
  recordsOf(simulator, definition)
    .list({ limit, ...(definition.filters.show_inactive && { show_inactive: true }) })
    .items.map((record) => record[definition.identifier] as number)

/**
 * Sends a record back as its GET shows it: by the host, and on every path that has a PUT.
 *
 * @returns what was answered but the same record
 */
export async function putBack(simulator: Simulator, definition: Definition, id: number): Promise<string[]> {
  const records = recordsOf(simulator, definition)
  const shown = records.get(id)
  const tries: Record<string, unknown> = { update: attempt(() => records.update(id, shown)) }
  const send = clientOf(simulator)
  for (const version of ['v1', 'v2'] as const) {
    if (!definition.operations[version]?.includes('update')) continue
    const path = `/public/${version}/${definition.path}/${id}/`
    tries[version] = (await send('PUT', path, (await send('GET', path)).body)).body
  }
  return Object.entries(tries).flatMap(([how, answer]) => {
    const found = differences(shown, answer)
    return found === '' ? [] : [`${how} of ${definition.name} ${id}: ${found}`]
  })
}

/** Texts that a client may change; all of them only describe. */
const TEXTS = ['memo', 'description', 'phone', 'name']

/** What a write of the record changes of it by itself. */
const OF_A_WRITE = ['updated_by', 'updated_at', 'version']

/**
 * Changes one text of a record as a client does that has read it.
 *
 * @returns what else has changed of the record, and the tables of other records that have
 */
export function editOne(simulator: Simulator, definition: Definition, id: number): string[] {
  const records = recordsOf(simulator, definition)
  const shown = records.get(id)
  const { fields } = definition
  const member = TEXTS.find((name) => fields[name]?.presence !== 'none' && typeof shown[name] === 'string')
  if (member === undefined) return []
  const before = contentOf(simulator)
  const wanted: Json = { ...shown, [member]: 'edited' }
  const answer = attempt(() => records.update(id, wanted))
  const own = [
    definition.name,
    'approvalPolicyVersions',
    'sequences',
    'timers',
    'inboxTransactions',
    'inboxRecords',
  ]
  // The sources of a deposit show its memo.
  const sources = definition.deposits?.sources.map(({ resource }) => resource) ?? []
  const told = `${member} of ${definition.name} ${id}`
  return [
    ...[differences(wanted, answer, OF_A_WRITE)].filter(Boolean),
    ...changedTables(before, contentOf(simulator)).filter((name) => ![...own, ...sources].includes(name)),
  ].map((found) => `${told}: ${found}`)
}

function attempt(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { success: false, errors: error.errors }
  }
}

function differences(shown: Json, answer: unknown, ignored: readonly string[] = []): string {
  const other = answer as Json
  if (other.success === false) return JSON.stringify(other.errors)
  return Object.keys({ ...shown, ...other })
    .filter((name) => !ignored.includes(name) && JSON.stringify(shown[name]) !== JSON.stringify(other[name]))
    .map((name) => `${name} ${JSON.stringify(shown[name])} -> ${JSON.stringify(other[name])}`)
    .join(', ')
}

type Content = ReturnType<typeof contentOf>

/** The tables with other rows than before. */
export const changedTables = (before: Content, after: Content): string[] =>
  Object.entries(after).flatMap(([organization, tables]) =>
    Object.keys(tables).filter(
      (name) => JSON.stringify(tables[name]) !== JSON.stringify(before[organization]?.[name]),
    ),
  )
