import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { messages, onLine, refuse } from '../model/refusals'
import { type MutableRow, mutableLinesOf, numberOf, textOf } from '../model/row'
import { nextOf } from '../model/tables'
import { defineBehaviour } from '../write/behaviour'
import { isReferenced } from '../write/is-referenced'
import { putOwnedRow } from '../write/save'
import type { Write } from '../write/write'

/** Rows of another type, written through this one (§3.4): entries update or create, omission removes a row. */
export const owns = defineBehaviour('owns', 'owns', {
  references(write, { resource }) {
    const { member, known } = owned(write)
    const seen = new Set<unknown>()
    for (const [index, entry] of entries(write).entries()) {
      if (entry.id !== null && !known.has(entry.id)) {
        const text = messages.unknown(write.modelOf(resource), entry.id)
        write.problems.add(member, onLine(index, text))
      }
      if (entry.id !== null && seen.has(entry.id))
        write.problems.add(member, onLine(index, messages.taken(entry.id)))
      seen.add(entry.id)
    }
    checkAbove(write)
  },

  effect(write) {
    const { member, known, resource: type, by } = owned(write)
    const table = write.table(type.definition.name)
    const kept = new Set(entries(write).map((entry) => entry.id))
    const leaving = new Set([...known.values()].filter((row) => !kept.has(row.id)))
    for (const row of leaving) {
      if (isReferenced(write, type, row, leaving))
        throw refuse.invalid({
          [member]: [messages.inUse(`${type.definition.model} ${textOf(row, 'name')}`)],
        })
      table.remove(numberOf(row, 'id'))
      write.changesOthers = true
    }
    for (const entry of entries(write)) {
      const before = known.get(entry.id)
      const id = entry.id ?? nextOf(write.world.store, write.organization, `${type.definition.name}.id`)
      const row: Row = { ...(before ?? type.blank), ...entry, id, [by]: write.after.id }
      if (JSON.stringify(row) === JSON.stringify(before)) continue
      putOwnedRow(write, type.definition.name, row)
      write.changesOthers = true
    }
    // The owned rows hold the data. The column stays empty so that nothing is stored twice.
    write.after[member] = []
  },

  removed(write) {
    const { known, resource: type } = owned(write)
    for (const row of known.values()) write.table(type.definition.name).remove(numberOf(row, 'id'))
  },
})

/** An entry cannot be below an entry that the same request deletes, nor below itself (§3.4). */
function checkAbove(write: Write): void {
  const { member, known, resource } = owned(write)
  const { model, fields, name } = resource.definition
  const above = Object.entries(fields).find(([, { target }]) => target?.resource === name)?.[0]
  if (above === undefined) return
  const byId = new Map(entries(write).map((entry) => [entry.id, entry]))
  const reachTheTop = new Set<MutableRow>()
  for (const [index, entry] of entries(write).entries()) {
    if (known.has(entry[above]) && !byId.has(entry[above]))
      write.problems.add(member, onLine(index, messages.unknown(model, entry[above])))
    const passed = new Set<MutableRow>()
    let at: MutableRow | undefined = entry
    while (at && !reachTheTop.has(at) && !passed.has(at)) {
      passed.add(at)
      at = at[above] === null ? undefined : byId.get(at[above])
    }
    if (at && passed.has(at)) write.problems.add(member, onLine(index, messages.belowItself(model, entry.id)))
    else for (const one of passed) reachTheTop.add(one)
  }
}

const entries = (write: Write): MutableRow[] =>
  mutableLinesOf(write.after, settingOf(write.definition, 'owns').member)

function owned(write: Write) {
  const { member, resource, by } = settingOf(write.definition, 'owns')
  const table = write.table(resource)
  const keys = write.before ? table.keysWhere(by, numberOf(write.before, 'id')) : []
  const known = new Map<unknown, Row>(keys.map((key) => [key, table.getRequired(key)]))
  return { member, by, known, resource: write.world.registry.type(resource) }
}
