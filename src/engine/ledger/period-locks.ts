import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Scope } from '../model/context'
import { PERIOD_LOCKS } from '../model/tables'

/** The date itself, or the first date after the locked period that contains it (§11.4). */
export function firstOpenDate({ world, organization }: Scope, company: number, date: string): string {
  const through = world.store.table(organization, PERIOD_LOCKS).get(company)?.through
  if (through === undefined || date > through) return date
  world.assumptions.noteUse('locked-through')
  return through === LAST_DATE ? through : addDays(through, 1)
}
