import { operationParts } from '../../kernel/operation-text'
import type { MutantName } from '../../service/mutants/mutant-kinds'

/** The words for people about a kind of mutant. */
interface MutantWords {
  readonly description: string
  /** The condition of "If ..., no test would notice"; `it` is the operation, or a member of one. */
  readonly asIf: (it: string) => string
  /** The situation that a suite lacks if the change never mattered. */
  readonly unless: string
  /** A test that finds it, where no line at the end of a test was found. */
  readonly advice: (operation: string) => string
}

const OF_LIST = (missing: string) =>
  `a test with ${missing}, made with simulator.make, that asserts which records come`
const OF_RECORD = () => 'a test that asserts what the record has in the end'
const OF_KEYS = (operation: string) =>
  `a test in which the answer of ${operation} is lost, and the client tries again`

/** Of a mutant that fills a member wrongly. */
const ofValue = (words: Pick<MutantWords, 'description' | 'asIf'>): MutantWords => ({
  ...words,
  unless: 'no test has a record in which it shows',
  advice: OF_RECORD,
})

export const MUTANT_WORDS: Readonly<Record<MutantName, MutantWords>> = {
  'write-not-sent': {
    description: 'the write is answered, and not carried out',
    asIf: (it) => `your client did not send ${it}`,
    unless: 'every such write leaves all as it was',
    advice: OF_RECORD,
  },
  'no-idempotency-key': {
    description: 'the Idempotency-Key is left out',
    asIf: (it) => `your client sent ${it} without an Idempotency-Key`,
    unless: 'no test loses an answer, so no key is used again',
    advice: OF_KEYS,
  },
  'fresh-idempotency-key': {
    description: 'each try has an Idempotency-Key of its own',
    asIf: (it) => `your client made a new Idempotency-Key for each try of ${it}`,
    unless: 'no test loses an answer, so no key is used again',
    advice: OF_KEYS,
  },
  'write-sent-twice': {
    description: 'the write is sent once more, with another Idempotency-Key',
    asIf: (it) => `your client sent ${it} twice`,
    unless: 'no second write changes anything',
    advice: () => 'a test that counts the records in the end',
  },
  'retry-after-ignored': {
    description: 'what is refused with a Retry-After is sent again at once',
    asIf: (it) => `your client sent ${it} again before its Retry-After was over`,
    unless: 'no request is refused with a Retry-After',
    advice: (operation) =>
      `a test in which ${operation} is refused with a Retry-After, and that asserts how long the client waits`,
  },
  'member-left-out': {
    description: 'an optional member is left out',
    asIf: (it) => `your client forgot ${it}`,
    unless: 'in every test the service fills in the same by itself',
    advice: OF_RECORD,
  },
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
    advice: () => 'a test that changes a record with a memo of its own, and asserts that the memo stays',
  },
  'filter-left-out': {
    description: 'a filter or search of a list is left out',
    asIf: (it) => `your client left out ${it}`,
    unless: 'no test has a record that the filter leaves out',
    advice: () => OF_LIST('a record that the filter leaves out'),
  },
  'first-page-only': {
    description: 'every page is the first',
    asIf: (it) => `your client read the first page of ${it} in the place of every other`,
    unless: 'no test has more records than a page holds',
    advice: () => OF_LIST('more records than a page holds'),
  },
  'delivery-not-handled': {
    description: 'a delivery is acknowledged, and not handed to the receiver',
    asIf: (it) => `your receiver acknowledged ${it} and did nothing`,
    unless: 'no delivery reaches a receiver',
    advice: (operation) =>
      `a test that asserts what the receiver does with ${operationParts(operation).path}; if it does nothing ` +
      'on purpose, leave the topic out of the webhook',
  },
}

/** Of a test that is red where an answer is lost. */
export const adviceForRed = (on: string, test: string | null): string =>
  `a test in which the answer of ${on} is lost, and the client tries again; ` +
  `${test === null ? 'the tests are' : `"${test}" is`} red with it already: the client does not try again, or the ` +
  'requests are counted there'
