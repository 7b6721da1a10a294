import { texts } from '../model/messages'
import type { Capability } from '../write/behaviour'

/** Values that no two records of the type may share (docs/service.md §3). */
export const unique: Capability = {
  name: 'unique',
  appliesTo: (definition) => definition.unique !== undefined,
  state(work) {
    if (work.world.assumptions.read('unique-ids') === 'off') return
    const { draft, definition } = work
    const table = work.table(definition.name)
    for (const column of definition.unique ?? []) {
      const value = draft[column]
      if (value === null || value === '') continue
      const holder = table.find(column, value as string)
      if (holder && holder !== work.before) work.problems.add(column, texts.taken(value))
    }
  },
}
