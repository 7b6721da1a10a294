import type { Row } from '../../kernel/store'
import { linesOf } from '../columns'
import type { World } from '../world'

/** The recognitions that the request gave, which stand in for computed ones (docs/service.md §13.1). */
export function givenSchedule({ assumptions }: World, contract: Row): readonly Row[] {
  const given = linesOf(contract, 'revenue_recognitions')
  if (given.length === 0 || assumptions.read('contract-given-schedules') === 'ignore') return []
  return given
}
