import type { Row } from '../../kernel/store'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import { type Draft, textOf } from '../model/row'
import { nextOf } from '../model/sequences'
import type { Capability } from '../write/behaviour'
import { isReferred } from '../write/is-referred'
import type { Work } from '../write/write'

/**
 * Rows of another record type that are written through this one: a known id updates, no id adds, what is
 * missing is deleted (docs/service.md §3.4).
 */
export const owns: Capability = {
  name: 'owns',
  appliesTo: (definition) => definition.owns !== undefined,

  references(work) {
    const { member, known } = owned(work)
    const seen = new Set<unknown>()
    for (const [index, entry] of entries(work).entries()) {
      if (entry.id !== null && !known.has(entry.id)) {
        const text = texts.unknown(work.modelOf(work.definition.owns?.resource ?? ''), entry.id)
        work.problems.add(member, texts.line(index, text))
      }
      if (entry.id !== null && seen.has(entry.id))
        work.problems.add(member, texts.line(index, texts.taken(entry.id)))
      seen.add(entry.id)
    }
  },

  effect(work) {
    const { member, known, resource, by } = owned(work)
    const table = work.table(resource.definition.name)
    const kept = new Set(entries(work).map((entry) => entry.id))
    const leaving = new Set([...known.values()].filter((row) => !kept.has(row.id)))
    for (const row of leaving) {
      if (isReferred(work.world, resource, work.organization, row, leaving))
        throw refuse.invalid({
          [member]: [texts.inUse(`${resource.definition.model} ${textOf(row, 'name')}`)],
        })
      table.remove(row.id as number)
      work.changesOthers = true
    }
    for (const entry of entries(work)) {
      const before = known.get(entry.id)
      const id = entry.id ?? nextOf(work.world.store, work.organization, `${resource.definition.name}.id`)
      const row: Row = { ...(before ?? resource.blank), ...entry, id, [by]: work.draft.id }
      if (JSON.stringify(row) === JSON.stringify(before)) continue
      table.put(row)
      work.changesOthers = true
    }
    // The rows say it; the column stays empty so that there is one truth.
    work.draft[member] = []
  },

  removed(work) {
    const { known, resource } = owned(work)
    for (const row of known.values()) work.table(resource.definition.name).remove(row.id as number)
  },
}

const entries = (work: Work): Draft[] => (work.draft[work.definition.owns?.member ?? ''] ?? []) as Draft[]

function owned(work: Work) {
  const { member, resource, by } = work.definition.owns ?? { member: '', resource: '', by: '' }
  const table = work.table(resource)
  const keys = work.before ? table.keysWhere(by, work.before.id as number) : []
  const known = new Map<unknown, Row>(keys.map((key) => [key, table.get(key) as Row]))
  return { member, by, known, resource: work.world.machine.resource(resource) }
}
