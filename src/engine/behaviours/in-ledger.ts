import { messages } from '../model/messages'
import type { Behaviour } from '../write/behaviour'
import { isInLedger } from '../write/is-referred'

/** Accounts and companies that ledger entries name keep what those entries rest on (docs/service.md §3). */
export const inLedger: Behaviour = {
  name: 'in ledger',
  appliesTo: (definition) => definition.inLedger !== undefined,
  state(write) {
    const { before, after, definition, type } = write
    const changed = (definition.inLedger?.fixes ?? []).filter(
      (column) => before && before[column] !== after[column],
    )
    if (!before || changed.length === 0 || !isInLedger(write.world, write.organization, type, before)) return
    for (const column of changed) write.problems.add(column, messages.fixed)
  },
}
