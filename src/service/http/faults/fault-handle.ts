import { tellingNearest } from '../../../errors/telling-nearest'
import type { WorldClock } from '../../../kernel/clock'
import type { Table } from '../../../kernel/store'
import type { Fault } from './fault-options'
import { constantsOf, type FaultRow } from './fault-rows'

/** The simulator that the faults belong to. */
export interface FaultsOwner {
  /** Updates a live clock. */
  catchUp?(): void
  injected?(fault: Fault): void
  /** Somebody asks which faults have hit nothing. */
  unfired?(found: readonly Fault[]): void
  /** Somebody asks what one has hit. */
  read?(id: number): void
}

/** A fault has it for members that it lacks. */
const MISSPELT = tellingNearest({}, 'fault')

/** The face of a fault, which reads its row. */
export function faultHandle(
  table: Table<FaultRow>,
  id: number,
  clock: WorldClock,
  owner: FaultsOwner,
  disarm: () => void,
): Fault {
  const remaining = (): number => {
    owner.catchUp?.()
    const row = table.get(id)
    if (!row?.armed || (row.until !== null && clock.now >= row.until)) return 0
    return row.times === null ? Number.POSITIVE_INFINITY : row.times - row.hits
  }
  const fault = {
    ...constantsOf(table.getRequired(id)),
    get hits() {
      owner.read?.(id)
      return table.get(id)?.hits ?? 0
    },
    get remaining() {
      owner.read?.(id)
      return remaining()
    },
    disarm,
  }
  return Object.setPrototypeOf(fault, MISSPELT)
}
