import { suggestingNames } from '../../../errors/suggesting-names'
import type { WorldClock } from '../../../kernel/clock'
import type { Table } from '../../../kernel/store'
import type { Fault } from './fault-options'
import { constantsOf, type FaultRow } from './fault-rows'

/** The simulator that the faults belong to. */
export interface FaultsOwner {
  /** Updates a live clock. */
  catchUp?(): void
  injected?(fault: Fault): void
}

interface HandleActions {
  catchUp(): void
  /** Somebody asks what it has hit, or has still to hit. */
  markSeen(fault: Fault): void
  disarm(): void
}

/** The number of hits to come at most. */
export function remainingHits({ armed, until, times, hits }: FaultRow, now: number): number {
  if (!armed || (until !== null && now >= until)) return 0
  return times === null ? Number.POSITIVE_INFINITY : times - hits
}

/** A fault has it for members that it lacks. */
const MISSPELT = suggestingNames({}, 'fault')

export function faultHandle(
  table: Table<FaultRow>,
  id: number,
  clock: WorldClock,
  { catchUp, markSeen, disarm }: HandleActions,
): Fault {
  const fault: Fault = {
    ...constantsOf(table.getRequired(id)),
    get hits() {
      markSeen(fault)
      return table.get(id)?.hits ?? 0
    },
    get remaining() {
      markSeen(fault)
      catchUp()
      const row = table.get(id)
      return row ? remainingHits(row, clock.now) : 0
    },
    disarm,
  }
  return Object.setPrototypeOf(fault, MISSPELT)
}
