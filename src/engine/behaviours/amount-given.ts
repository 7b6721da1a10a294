import { textOf } from '../model/row'
import { wrongSign } from '../write/amount-limits'
import { defineBehaviour } from '../write/behaviour'

/** Records without lines, with the amount given in the request (§4.6). */
export const amountGiven = defineBehaviour('amount given', 'amountGiven', {
  restsOn: ['prepayment-amount'],
  amounts(write) {
    const wrong = wrongSign(write.definition.fields.amount, textOf(write.after, 'amount'))
    if (wrong) write.problems.add('amount', wrong)
  },
})
