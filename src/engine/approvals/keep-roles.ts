import type { Row } from '../../kernel/store'
import { nextOf } from '../sequences'
import type { Work } from '../work'
import { policiesIn, ROLES } from './rows'

/** The roles that policies name; each keeps its id as long as any policy names it. */
export function keepRoles(work: Work, leaving?: unknown): void {
  const table = work.table(ROLES)
  const members = new Map<string, Set<number>>()
  for (const { id, roles } of policiesIn(work.world, work.organization).rows())
    for (const [name, held] of id === leaving ? [] : Object.entries(roles)) {
      const ids = (Array.isArray(held) ? held : []).filter((one) => Number.isSafeInteger(one))
      members.set(name, new Set([...(members.get(name) ?? []), ...ids]))
    }
  for (const row of [...table.rows()]) {
    const ids = members.get(String(row.name))
    if (!ids) table.remove(row.id as number)
    else keepRole(work, row.id as number, String(row.name), ids)
    members.delete(String(row.name))
  }
  for (const [name, ids] of members)
    keepRole(work, nextOf(work.world.store, work.organization, `${ROLES}.id`), name, ids)
}

function keepRole(work: Work, id: number, name: string, ids: ReadonlySet<number>): void {
  const role: Row = { ...work.world.machine.resource(ROLES).blank, id, name, approver_ids: [...ids] }
  const table = work.table(ROLES)
  if (JSON.stringify(table.get(id)) !== JSON.stringify(role)) table.put(role)
}
