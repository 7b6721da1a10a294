import type { PlainRequest } from '../../../events/traffic/plain-request'
import type { Row, Store, Table } from '../../../kernel/store'
import type { FaultSide } from './fault-kinds'
import type { FaultEffect, RecordCondition } from './fault-options'
import type { Ordinal } from './request-counts'

/** Parts of a fault that cannot be rows, such as functions. Stored beside the rows under the same id. */
export interface HostPart {
  readonly on?: (request: PlainRequest) => boolean
  readonly when?: () => boolean
  /** A read-only copy of the world at the time of the injection. */
  readonly past?: Store
}

export interface FaultRow extends Row {
  readonly id: number
  readonly side: FaultSide
  /** Null: everything, or decided by a predicate. */
  readonly on: string | null
  readonly when: RecordCondition | null
  /** The host parts that the fault has. */
  readonly host: readonly (keyof HostPart)[]
  readonly skip: number
  /** Null: any. */
  readonly request: number | null
  readonly attempt: number | null
  /** Null: no maximum. */
  readonly times: number | null
  readonly probability: number | null
  readonly armedAt: number
  readonly from: number
  readonly until: number | null
  readonly effect: FaultEffect
  readonly skipped: number
  readonly hits: number
  /** False once used up or cleared. */
  readonly armed: boolean
  readonly cleared: boolean
}

export const faultsIn = (store: Store): Table<FaultRow> => store.table<FaultRow>('', 'faults')

/** The name under which the requests of a fault are counted. */
export const watcherOf = (fault: number | string): string => `fault ${fault}`

export const namesRequest = ({ request, attempt }: FaultRow): boolean => request !== null || attempt !== null

/** Whether the request that was counted is the one that the fault names. */
export const isNamed = (row: FaultRow, counted: Ordinal | undefined): boolean =>
  counted !== undefined &&
  (row.request ?? counted.request) === counted.request &&
  (row.attempt ?? counted.attempt) === counted.attempt
