import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { PeriodLockRow } from '../behaviours/document'
import type { World } from '../model/world'

/** The day itself, or the first one after the locked period that covers it (docs/service.md §11.4). */
export function firstOpenDate(world: World, organization: string, company: number, date: string): string {
  const through = world.store.table<PeriodLockRow>(organization, 'periodLocks').get(company)?.through
  if (through === undefined || date > through) return date
  world.assumptions.read('locked-through')
  return through === LAST_DATE ? through : addDays(through, 1)
}
