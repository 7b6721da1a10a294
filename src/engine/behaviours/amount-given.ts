import { zero } from '../../kernel/money'
import { texts } from '../model/messages'
import { decimalOf } from '../model/row'
import type { Capability } from '../write/behaviour'

/** Records without lines, whose amount the request gives (docs/service.md §4.6). */
export const amountGiven: Capability = {
  name: 'amount given',
  rests: ['prepayment-amount'],
  appliesTo: (definition) => definition.amountGiven === true,
  amounts(work) {
    if (!decimalOf(work.draft, 'amount').greaterThan(zero)) work.problems.add('amount', texts.moreThan(0))
  },
}
