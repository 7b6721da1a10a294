import { messages } from '../model/refusals'
import { defineBehaviour } from '../write/behaviour'
import { isInLedger } from '../write/is-referenced'

/** Fixes the columns of accounts and companies that ledger entries depend on (§3). */
export const inLedger = defineBehaviour('in ledger', 'inLedger', {
  state(write, { fixes }) {
    const { before, after, type } = write
    const changed = fixes.filter((column) => before && before[column] !== after[column])
    if (!before || changed.length === 0 || !isInLedger(write, type, before)) return
    for (const column of changed) write.problems.add(column, messages.fixed)
  },
})
