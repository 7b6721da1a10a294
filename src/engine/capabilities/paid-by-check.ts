import type { Capability } from '../capability'
import type { Draft } from '../columns'
import { checkColumns } from '../paper-checks/check-columns'
import { activeCheck, PAPER_CHECKS } from '../paper-checks/paper-check'
import { touch } from '../save'

/** Records that a check can pay: until it is printed the check says what the record says (§4.6.17). */
export const paidByCheck: Capability = {
  name: 'paid by check',
  appliesTo: (definition) => definition.paperCheck === true,

  written({ before, draft, world, organization, resource }) {
    const check = before && activeCheck(world, organization, draft)
    if (check?.record_status !== 'not_printed') return
    const columns = checkColumns(world, organization, { resource, row: draft })
    if (Object.keys(columns).every((column) => check[column] === columns[column])) return
    const changed: Draft = { ...check, ...columns }
    touch(world, changed)
    world.store.table(organization, PAPER_CHECKS).put(changed)
  },
}
