import { type Assumptions, IdSet } from '../../assumptions'

/** The choices in the display of records that the service's documentation leaves open, for one world. */
export interface ResponseShape {
  readonly rates: 'shortest' | 'all-decimals'
  readonly invoiceLineAmounts: 'off' | 'shown'
  readonly remoteRecords: 'empty' | 'left-out'
  readonly headerClassifications: 'common-entries' | 'all-entries' | 'empty'
  readonly approvals: 'null-pending-approved-rejected' | 'approved-without-policy'
}

const SHAPING = IdSet.of([
  'amount-rendering',
  'invoice-line-amounts',
  'remote-records',
  'header-classifications',
  'approval-values',
])

// Worlds with equal assumptions share a shape, and so all that is computed for each shape.
const known = new Map<string, ResponseShape>()
const shapes = new WeakMap<Assumptions, ResponseShape>()

/** The shape of a world's records, computed once. */
export function shapeOf(assumptions: Assumptions): ResponseShape {
  const made = shapes.get(assumptions)
  if (made) {
    assumptions.noteAllAsked(SHAPING)
    return made
  }
  const shape: ResponseShape = {
    rates: assumptions.peek('amount-rendering'),
    invoiceLineAmounts: assumptions.peek('invoice-line-amounts'),
    remoteRecords: assumptions.peek('remote-records'),
    headerClassifications: assumptions.peek('header-classifications'),
    approvals: assumptions.peek('approval-values'),
  }
  const key = Object.values(shape).join()
  const shared = known.get(key) ?? shape
  known.set(key, shared)
  shapes.set(assumptions, shared)
  return shared
}
