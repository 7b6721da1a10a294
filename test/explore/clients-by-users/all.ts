/**
 * Integrations as users write them, each with one mistake that is made in production. Their authors knew the documentation of
 * `explore` and not how it searches.
 */
import type { Experiment } from 'accounting-simulator/explore'
import { answeredBeforeStored, storedBeforeAnswered } from './answered-before-stored'
import { asksForEver } from './asks-for-ever'
import { bodyWithTheTime } from './body-with-the-time'
import { clockMayDiffer, clockMustAgree } from './clock-must-agree'
import { conflictIsFinal, conflictIsNotFinal } from './conflict-is-final'
import { cursorAfterThePage, cursorTooEarly } from './cursor-too-early'
import { doneBeforeSent } from './done-before-sent'
import { eventsCounted, eventsCountedOnce } from './events-counted'
import { firstPageOnly } from './first-page-only'
import { floatAmounts } from './float-amounts'
import { givesUpOn503 } from './gives-up-on-503'
import { halfAnOrder, wholeOrder } from './half-an-order'
import {
  anyPayment,
  comparesTexts,
  dayOfSending,
  keyOfTheCustomer,
  renewsAfter401,
  takesTheFirst,
  waitsInMilliseconds,
} from './jobs'
import { keyOfEachTry } from './key-of-each-try'
import { keyOfTheDay } from './key-of-the-day'
import { knownByAmount, knownByReference } from './known-by-amount'
import { answersInOrder, lateAnswerWins } from './late-answer-wins'
import { lockLeftBehind } from './lock-left-behind'
import { newKeyForTheNext } from './new-key-for-the-next'
import { notAwaited } from './not-awaited'
import { only200IsSuccess } from './only-200-is-success'
import { overwritesOthers } from './overwrites-others'
import { pagesByOffset, pagesInOrder } from './pages-by-offset'
import { refusalSwallowed } from './refusal-swallowed'
import { asksAgainWhenBusy, refusesWhenBusy } from './refuses-when-busy'
import { requestCloned, requestUsedTwice } from './request-used-twice'
import { trustsFreshKeys, trustsOldKeys } from './trusts-old-keys'

export type Make = () => Experiment | Promise<Experiment>

/** With their mistake, or mended. */
const JOBS: readonly (readonly [name: string, make: (isMended: boolean) => Experiment, complaint: RegExp])[] =
  [
    ['a key for each customer', keyOfTheCustomer, /SEAT-2 is lost/],
    ['Retry-After in milliseconds', waitsInMilliseconds, /INV-\d+ is lost/],
    ['the first that a search finds', takesTheFirst, /INV-1 is lost/],
    ['a new key after 401 only', renewsAfter401, /INV-\d+ is lost/],
    ['amounts compared as texts', comparesTexts, /V-1 is there twice/],
    ['the day of sending', dayOfSending, /booked on 2026-02/],
    ['any payment is the one in doubt', anyPayment, /40\.00 is booked/],
  ]

export const MISTAKEN: readonly (readonly [name: string, make: Make, complaint: RegExp])[] = [
  ['an idempotency key for each try', keyOfEachTry, /R-\d is there twice/],
  ['an idempotency key with the day in it', keyOfTheDay, /R-\d is there twice/],
  ['a body with the time in it', bodyWithTheTime, /R-\d counts as refused/],
  ['a retry without a body', requestUsedTwice, /R-\d/],
  ['an invoice known by its amount', knownByAmount, /R-\d/],
  ['amounts in floating point', floatAmounts, /R-1|R-3/],
  ['pages by offset', pagesByOffset, /has an invoice twice/],
  ['events are counted', eventsCounted, /the dashboard shows/],
  ['the slower answer wins', lateAnswerWins, /the copy of invoice 1 says/],
  ['answered before it is stored', answeredBeforeStored, /nobody has heard of invoice/],
  ['a lock is left behind', lockLeftBehind, /R-\d/],
  ['half of an order', halfAnOrder, /not in the books/],
  ['400 for a passing trouble', refusesWhenBusy, /is not in the copy/],
  ['a search on the first page only', firstPageOnly, /R-\d is there twice/],
  ['gives up on 503', givesUpOn503, /R-\d/],
  ['the new key is for the next order', newKeyForTheNext, /R-\d/],
  ['overwrites what others wrote', overwritesOthers, /is gone/],
  ['a conflict is taken for a refusal', conflictIsFinal, /409/],
  ['keys that the service has forgotten', trustsOldKeys, /R-\d is there twice/],
  ['a refusal is swallowed', refusalSwallowed, /the books have not/],
  ['the cursor is saved too early', cursorTooEarly, /\d/],
  ['clocks must agree', clockMustAgree, /was never heard of/],
  ['asks for ever', asksForEver, /./],
  ['only 200 is a success', only200IsSuccess, /is there/],
  ['nobody awaits the requests', notAwaited, /./],
  ['done before it is sent', doneBeforeSent, /R-\d/],
  ...JOBS.map(([name, make, complaint]) => [name, () => make(false), complaint] as const),
]

/** Such clients without their mistake. */
export const MENDED: readonly (readonly [name: string, make: Make])[] = [
  ['the request is cloned', requestCloned],
  ['an invoice known by its reference', knownByReference],
  ['pages from the oldest on', pagesInOrder],
  ['each event counts once', eventsCountedOnce],
  ['one answer after the other', answersInOrder],
  ['stored before it is answered', storedBeforeAnswered],
  ['an order with all its parts', wholeOrder],
  ['503 for a passing trouble', asksAgainWhenBusy],
  ['a conflict is not final', conflictIsNotFinal],
  ['keys that the service remembers', trustsFreshKeys],
  ['the cursor is saved after the page', cursorAfterThePage],
  ['clocks may differ', clockMayDiffer],
  ...JOBS.map(([name, make]) => [`${name}, mended`, () => make(true)] as const),
]
