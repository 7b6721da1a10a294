import { isForeign, isSettling, on } from '../write/assumptions'
import { defineBehaviour } from '../write/behaviour'
import { restatePostings } from './postings'

/** Double entry: posts the ledger lines of a record, and reverses them when the record is archived (§12). */
export const posts = defineBehaviour('posts', 'posts', {
  restsOn: [
    'ledger-rounding',
    on(isForeign, 'settlement-rate', 'realised-gain', 'bank-amount-difference', 'unrealised-gain'),
    on(isSettling, 'application-rate'),
  ],

  effect: restatePostings,
})
