import { zero } from '../../kernel/money'
import { messages } from '../model/messages'
import { decimalOf } from '../model/row'
import type { Behaviour } from '../write/behaviour'

/** Records without lines, whose amount the request gives (docs/service.md §4.6). */
export const amountGiven: Behaviour = {
  name: 'amount given',
  restsOn: ['prepayment-amount'],
  appliesTo: (definition) => definition.amountGiven === true,
  amounts(write) {
    if (!decimalOf(write.after, 'amount').greaterThan(zero))
      write.problems.add('amount', messages.moreThan(0))
  },
}
