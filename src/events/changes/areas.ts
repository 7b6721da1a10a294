import type { Change } from '../../kernel/history'
import { WORLD } from '../../kernel/table-shape'

/** The parts of a simulator that tools show. */
export const AREAS = ['traffic', 'records', 'clock', 'webhooks', 'limits', 'faults', 'world'] as const

export type Area = (typeof AREAS)[number]

/** Tables of the whole world, with the areas that show them. No tool shows the other tables. */
const WORLD_TABLES: Readonly<Record<string, Area>> = {
  clock: 'clock',
  timers: 'clock',
  undone: 'clock',
  buckets: 'limits',
  rateLimitOverrides: 'limits',
  faults: 'faults',
  requestsSeen: 'faults',
  scenarioPlays: 'faults',
  scenarioSteps: 'faults',
  parkedResponses: 'traffic',
  apiKeys: 'world',
  lapsedSubscriptions: 'world',
  maintenance: 'world',
  organizations: 'world',
}

/** The area that shows the row, if any. The tables of an organisation hold records or webhooks. */
export function areaOf({ scope, table }: Pick<Change, 'scope' | 'table'>): Area | undefined {
  if (scope === WORLD) return Object.hasOwn(WORLD_TABLES, table) ? WORLD_TABLES[table] : undefined
  return table.startsWith('webhook') ? 'webhooks' : 'records'
}

/** The areas whose changes last, unlike those of the clock or of limits. */
export const LASTING: readonly Area[] = ['records', 'webhooks', 'world']
