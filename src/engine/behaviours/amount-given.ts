import { zero } from '../../kernel/money'
import { messages } from '../model/messages'
import { decimalOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'

/** Records without lines, with the amount given in the request (§4.6). */
export const amountGiven = defineBehaviour('amount given', 'amountGiven', {
  restsOn: ['prepayment-amount'],
  amounts(write) {
    if (!decimalOf(write.after, 'amount').gt(zero)) write.problems.add('amount', messages.moreThan(0))
  },
})
