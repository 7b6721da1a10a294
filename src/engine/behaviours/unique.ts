import { messages } from '../model/messages'
import { defineBehaviour } from '../write/behaviour'

/** Columns whose values are unique within the record type (docs/service.md §3). */
export const unique = defineBehaviour('unique', 'unique', {
  state(write) {
    if (write.world.assumptions.read('unique-ids') === 'off') return
    const { after, definition } = write
    const table = write.table(definition.name)
    for (const column of definition.unique ?? []) {
      const value = after[column]
      if (value === null || value === '') continue
      const holder = table.find(column, value as string)
      if (holder && holder !== write.before) write.problems.add(column, messages.taken(value))
    }
  },
})
