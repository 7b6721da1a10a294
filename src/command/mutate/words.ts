import type { MutantName } from '../../service/mutants/mutant-kinds'
import { literal } from '../../tools/explore/plan/literal'

/** The words for people about a kind of mutant. */
interface MutantWords {
  readonly description: string
  /** The condition of "If ..., no test would notice"; `it` is the operation, or a member of one. */
  readonly asIf: (it: string) => string
  /** The situation that a suite lacks if the change never mattered. */
  readonly unless: string
  /** Brings about the situation in which it matters, before the call; empty if nothing has to be done. */
  readonly arrange: (operation: string) => string
  /** A line that finds it then, for the end of a test. */
  readonly paste: (operation: string, sent: object | undefined) => string
}

const received = (operation: string, sent?: object): string =>
  `expect(simulator).toHaveReceived(${[operation, ...(sent ? [sent] : [])].map(literal).join(', ')})`
const lost = (on: string): string =>
  `simulator.faults.inject(${literal({ on, then: { loseResponse: true } })})`
const noDuplicates = (): string => 'expect(simulator).toHaveNoDuplicates()'
const nothing = (): string => ''

/** Of a mutant that fills a member wrongly. */
const ofValue = (words: Pick<MutantWords, 'description' | 'asIf'>): MutantWords => ({
  ...words,
  unless: 'no test has a record in which it shows',
  arrange: nothing,
  paste: received,
})

export const MUTANT_WORDS: Readonly<Record<MutantName, MutantWords>> = {
  'write-not-sent': {
    description: 'the write is answered, and not carried out',
    asIf: (it) => `your client did not send ${it}`,
    unless: 'every such write leaves all as it was',
    arrange: nothing,
    paste: (operation) => received(operation),
  },
  'no-idempotency-key': {
    description: 'the Idempotency-Key is left out',
    asIf: (it) => `your client sent ${it} without an Idempotency-Key`,
    unless: 'no test loses an answer, so no key is used again',
    arrange: lost,
    paste: noDuplicates,
  },
  'fresh-idempotency-key': {
    description: 'each try has an Idempotency-Key of its own',
    asIf: (it) => `your client made a new Idempotency-Key for each try of ${it}`,
    unless: 'no test loses an answer, so no key is used again',
    arrange: lost,
    paste: noDuplicates,
  },
  'write-sent-twice': {
    description: 'the write is sent once more, with another Idempotency-Key',
    asIf: (it) => `your client sent ${it} twice`,
    unless: 'no second write changes anything',
    arrange: nothing,
    paste: noDuplicates,
  },
  'member-left-out': ofValue({
    description: 'an optional member is left out',
    asIf: (it) => `your client forgot ${it}`,
  }),
  'amount-changed': ofValue({
    description: 'an amount is changed by a cent',
    asIf: (it) => `your client sent ${it} with a cent more or less`,
  }),
  'quantity-changed': ofValue({
    description: 'a quantity is changed by one',
    asIf: (it) => `your client sent ${it} with one more or less`,
  }),
  'date-changed': ofValue({
    description: 'a date is changed by a day',
    asIf: (it) => `your client sent ${it} with another day`,
  }),
  'draft-for-posted': ofValue({
    description: 'a draft is sent for a posted record',
    asIf: (it) => `your client sent ${it} as draft`,
  }),
  'another-record': ofValue({
    description: 'another existing record is named: a customer, an account, an item',
    asIf: (it) => `your client named another record in ${it}`,
  }),
  'unchanged-members-left-out': {
    description: 'a PUT has only what changes, though PUT replaces the record',
    asIf: (it) => `your client sent ${it} with the changed members only`,
    unless: 'no test changes a record with other members that matter',
    arrange: () => 'a record with a memo or a reference number of its own',
    paste: () => 'an assertion on a member that the call does not change',
  },
  'filter-left-out': {
    description: 'a filter or search of a list is left out',
    asIf: (it) => `your client left out ${it}`,
    unless: 'no test has a record that the filter leaves out',
    arrange: () => 'a record that the filter leaves out, made with simulator.make',
    paste: () => 'an assertion on which records come of the call',
  },
  'first-page-only': {
    description: 'every page is the first',
    asIf: (it) => `your client read the first page of ${it} in the place of every other`,
    unless: 'no test has more records than a page holds',
    arrange: () => 'more records than one page holds, made with simulator.make',
    paste: () => 'an assertion on which records come of the call',
  },
  'delivery-not-handled': {
    description: 'a delivery is acknowledged, and not handed to the receiver',
    asIf: (it) => `your receiver acknowledged ${it} and did nothing`,
    unless: 'no delivery reaches a receiver',
    arrange: nothing,
    paste: (operation) => `an assertion on what the receiver does with ${operation.replace('DELIVERY ', '')}`,
  },
}
