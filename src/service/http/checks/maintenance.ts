import type { World } from '../../../engine/model/context'
import { endAfter, members, orUndefined, whole } from '../../../errors/reader'
import type { DurationInput } from '../../../kernel/duration'
import { formatInstant } from '../../../kernel/instant'
import type { Table } from '../../../kernel/store'
import { type RowIn, worldTable } from '../../../kernel/table-shape'
import { WIRE_MESSAGES, WireRefusal } from '../responses/wire-refusal'

const MAINTENANCE = worldTable('maintenance', {
  id: 'text',
  /** Milliseconds since 1970; null if maintenance lasts until it is stopped. */
  until: 'instant?',
  /** In seconds. */
  retryAfter: 'count?',
})

export interface MaintenanceOptions {
  /** Duration from now. @default until it is stopped */
  readonly for?: DurationInput
  /** Seconds for the `Retry-After` header. @default no header */
  readonly retryAfter?: number
}

/** A period in which the service answers 503. */
export interface Maintenance {
  /** The end of the period, ISO 8601; null if it lasts until it is stopped. */
  readonly until: string | null
  /** Seconds for the `Retry-After` header; null without the header. */
  readonly retryAfter: number | null
}

const tableOf = ({ store }: World): Table<RowIn<typeof MAINTENANCE>> => store.worldTable(MAINTENANCE)

/** Readers for maintenance that begins at `now`. The duration `for` is read as the instant of the end. */
export const maintenanceReaders = (now: number) => ({
  for: orUndefined(endAfter(now)),
  retryAfter: orUndefined(whole(0, undefined, 'seconds')),
})

function rowOf(world: World, options: MaintenanceOptions): RowIn<typeof MAINTENANCE> {
  const read = members(
    maintenanceReaders(world.clock.now),
    "an object such as { for: '10 minutes' }",
    'maintenance',
  )
  const { for: until = null, retryAfter = null } = read(options, '')
  return { id: 'maintenance', until, retryAfter }
}

/** Starts maintenance: every request gets 503 (docs/service.md §7.2). @throws OptionError */
export const startMaintenance = (world: World, options: MaintenanceOptions = {}): void =>
  void tableOf(world).put(rowOf(world, options))

/** Starts maintenance, unless the current one lasts longer. */
export function extendMaintenance(world: World, options: MaintenanceOptions): void {
  const row = rowOf(world, options)
  const end = ({ until }: typeof row): number => until ?? Number.POSITIVE_INFINITY
  const current = tableOf(world).get('maintenance')
  if (current === undefined || end(current) < end(row)) tableOf(world).put(row)
}

export const stopMaintenance = (world: World): void => void tableOf(world).remove('maintenance')

/** @throws WireRefusal with 503 during maintenance */
export function checkMaintenance(world: World): void {
  const refusal = maintenanceRefusal(world)
  if (refusal) throw refusal
}

export function currentMaintenance(world: World): Maintenance | null {
  const row = tableOf(world).get('maintenance')
  if (row === undefined || (row.until !== null && world.clock.now >= row.until)) return null
  const { until, retryAfter } = row
  return { until: until === null ? null : formatInstant(until), retryAfter }
}

export function maintenanceRefusal(world: World): WireRefusal | undefined {
  const maintenance = currentMaintenance(world)
  if (maintenance === null) return undefined
  const { until, retryAfter } = maintenance
  const why = `in maintenance until ${until ?? 'it is stopped'} (docs/service.md §7.2)`
  const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  return new WireRefusal(503, WIRE_MESSAGES.unavailable, why, headers)
}
