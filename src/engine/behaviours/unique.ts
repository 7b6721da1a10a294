import { messages } from '../model/refusals'
import { textOrNull } from '../model/row'
import { defineBehaviour } from '../write/behaviour'

/** Columns whose values are unique within the record type (§3). */
export const unique = defineBehaviour('unique', 'unique', {
  state(write, columns) {
    if (write.world.assumptions.read('unique-ids') === 'off') return
    const { after, definition } = write
    const table = write.table(definition.name)
    for (const column of columns) {
      const value = textOrNull(after, column)
      if (value === null || value === '') continue
      const holder = table.find(column, value)
      if (holder && holder !== write.before) write.problems.add(column, messages.taken(value))
    }
  },
})
