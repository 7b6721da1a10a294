import type { World } from '../../../engine/model/world'
import type { DurationInput } from '../../../kernel/duration'
import { formatInstant } from '../../../kernel/instant'
import { perhaps } from '../../../kernel/nearest-name'
import type { Row, Table } from '../../../kernel/store'
import { demand, isCount } from '../faults/demand'
import { endOf } from '../faults/end-of'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'

interface MaintenanceRow extends Row {
  readonly id: 'maintenance'
  /** Milliseconds since 1970; null until maintenance is stopped. */
  readonly until: number | null
  /** In seconds. */
  readonly retryAfter: number | null
}

export interface MaintenanceOptions {
  /** Duration from now. @default until it is stopped */
  readonly for?: DurationInput
  /** Seconds for the `Retry-After` header. @default no header */
  readonly retryAfter?: number
}

const tableOf = ({ store }: World): Table<MaintenanceRow> => store.table<MaintenanceRow>('', 'maintenance')

/** @throws OptionError naming the option, prefixed by `below` */
export function checkMaintenanceOptions(options: object, now: number, below = ''): void {
  for (const name of Object.keys(options))
    demand(
      name === 'for' || name === 'retryAfter',
      below + name,
      `maintenance has no option ${name}${perhaps(name, ['for', 'retryAfter'])}; it has for and retryAfter`,
    )
  const { for: duration, retryAfter } = options as MaintenanceOptions
  demand(
    retryAfter === undefined || isCount(retryAfter),
    `${below}retryAfter`,
    `${below}retryAfter is a whole number of seconds, 0 or more`,
  )
  if (duration !== undefined) endOf(`${below}for`, duration, now)
}

/** Starts maintenance: every request gets 503 (docs/service.md §7.2). @throws OptionError */
export function startMaintenance(world: World, options: MaintenanceOptions = {}): void {
  const { now } = world.clock
  demand(
    typeof options === 'object' && options !== null,
    'maintenance',
    "maintenance takes an object such as { for: '10 minutes' }",
  )
  checkMaintenanceOptions(options, now)
  const { for: duration, retryAfter = null } = options
  const until = duration === undefined ? null : endOf('for', duration, now)
  tableOf(world).put({ id: 'maintenance', until, retryAfter })
}

export const stopMaintenance = (world: World): void => void tableOf(world).remove('maintenance')

/** @throws WireRefusal with 503 during maintenance */
export function checkMaintenance(world: World): void {
  const refusal = maintenanceRefusal(world)
  if (refusal) throw refusal
}

export function maintenanceRefusal(world: World): WireRefusal | undefined {
  const row = tableOf(world).get('maintenance')
  if (row === undefined || (row.until !== null && world.clock.now >= row.until)) return undefined
  const end = row.until === null ? 'it is stopped' : formatInstant(row.until)
  const why = `in maintenance until ${end} (docs/service.md §7.2)`
  const headers = row.retryAfter === null ? {} : { 'retry-after': String(row.retryAfter) }
  return new WireRefusal(503, WIRE_MESSAGES.unavailable, why, headers)
}
