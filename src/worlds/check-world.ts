import type { Registry } from '../engine/model/compiled-type'
import { inSentence, OptionError } from '../errors/option-error'
import { isWhole } from '../kernel/is-whole'
import { didYouMean } from '../kernel/nearest-name'
import type { Dump, Row } from '../kernel/store'
import { shapeOfTable, tablesDeclared, WORLD } from '../kernel/table-shape'
import { recordProblem, rowProblem, type ShapeProblem } from './shape-problems'

interface Place {
  /** Empty for the tables of the whole world. */
  readonly scope: string
  readonly table: string
}

/** @throws OptionError that names table, row and member */
export function refuseRow({ scope, table }: Place, row: Row | undefined, key: string, rest: string): never {
  const where = scope === WORLD ? table : `${table} of ${scope}`
  throw new OptionError('world', `world: table ${where}, row ${inSentence(row?.[key])}: ${rest}`)
}

/**
 * Checks the tables, keys and members of a world file, before a world is created from it.
 *
 * @throws OptionError that names table, row and member
 */
export function checkTables(registry: Registry, keyColumn: (table: string) => string, tables: Dump): void {
  const organizations = (tables[WORLD]?.organizations ?? []).map(({ id }) => id)
  for (const [scope, content] of Object.entries(tables)) {
    if (scope !== WORLD && !organizations.includes(scope))
      throw new OptionError(
        'world',
        `world: there are tables of ${scope}, which is no organisation of it` +
          didYouMean(scope, organizations.map(String)),
      )
    for (const [table, rows] of Object.entries(content)) {
      const problem = problemFinder(registry, { scope, table })
      const key = keyColumn(table)
      const keys = new Set<unknown>()
      for (const row of rows) {
        const place = { scope, table }
        const found = problem(row)
        if (found) refuseRow(place, row, key, textOf(found))
        const id = row[key]
        if (typeof id !== 'string' && !isWhole(id, 0))
          refuseRow(place, row, key, `${key} must be a whole number or a text`)
        if (keys.has(id)) refuseRow(place, row, key, `${key} is there twice`)
        keys.add(id)
      }
    }
  }
}

function textOf(problem: ShapeProblem): string {
  if ('wanted' in problem) return `${problem.path} must be a ${problem.wanted}`
  const member = problem.path.split('.').at(-1) ?? ''
  return `${problem.path} is not a known member${didYouMean(member, problem.known)}`
}

function problemFinder(registry: Registry, { scope, table }: Place): (row: Row) => ShapeProblem | undefined {
  const type = scope === WORLD ? undefined : registry.find(table)
  if (type) return (row) => recordProblem(type, row)
  const shape = shapeOfTable(scope === WORLD, table)
  if (shape === undefined)
    throw new OptionError(
      'world',
      `world: there is no table ${table}${scope === WORLD ? '' : ` of ${scope}`}` +
        didYouMean(table, tableNames(registry, scope)),
    )
  return (row) => rowProblem(shape, row)
}

const tableNames = ({ everything }: Registry, scope: string): string[] => [
  ...(scope === WORLD ? [] : everything.map(({ name }) => name)),
  ...tablesDeclared(scope === WORLD),
]
