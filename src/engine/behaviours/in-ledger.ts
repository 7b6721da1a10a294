import { texts } from '../model/messages'
import type { Capability } from '../write/behaviour'
import { isInLedger } from '../write/is-referred'

/** Accounts and companies that ledger entries name keep what those entries rest on (docs/service.md §3). */
export const inLedger: Capability = {
  name: 'in ledger',
  appliesTo: (definition) => definition.inLedger !== undefined,
  state(work) {
    const { before, draft, definition, resource } = work
    const changed = (definition.inLedger?.fixes ?? []).filter(
      (column) => before && before[column] !== draft[column],
    )
    if (!before || changed.length === 0 || !isInLedger(work.world, work.organization, resource, before))
      return
    for (const column of changed) work.problems.add(column, texts.fixed)
  },
}
