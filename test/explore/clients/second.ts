import type { Experiment } from 'accounting-simulator/explore'
import * as anew from './at-new-places'
import * as heard from './heard'
import * as queues from './queues'
import * as timed from './timed'
import * as together from './together'
import * as unlucky from './unlucky'

type Make = (isMended: boolean) => Experiment | Promise<Experiment>

/** Clients with a mistake that needs another order, two misfortunes, a crash at one place or somebody else. */
export const SECOND: readonly (readonly [name: string, make: Make])[] = [
  ['a list that is read too early', together.listReadTooEarly],
  ['answers matched in the order in which they come', together.matchedByArrival],
  ['a second version that is sent too early', together.secondSentTooEarly],
  ['a snapshot over what events brought', together.snapshotOverEvents],
  ['an event before the answer', together.eventBeforeAnswer],
  ['a cleaner that removes what is new', together.cleanerRemovesTheNew],
  ['counted by the search and by the event', together.countedByBoth],
  ['a search without an answer found nothing', unlucky.unansweredIsAbsent],
  ['a key that is renewed once', unlucky.keyRenewedOnce],
  ['a second pass that is the last', unlucky.secondPassIsTheLast],
  ['numbers that are counted in memory', unlucky.countedInMemory],
  ['removed before it is replaced', unlucky.removedBeforeReplaced],
  ['a locked period is for good', unlucky.lockedIsForGood],
  ['what is missing is done', unlucky.missingIsDone],
  ['an undo that is tried once', anew.undoneOnce],
  ['a key on the list of bad ones before the new one is stored', anew.lockedOut],
  ['a log that is written anew', anew.logWrittenAnew],
  ['gaps that are cleared before they are filled', anew.gapsCleared],
  ['a search by offset after a doubt', anew.searchedByOffset],
  ['a further try under a new key', anew.triedUnderAnotherKey],
  ['a lease that runs out', queues.leaseRunsOut],
  ['keys by the position in what is left', queues.keysByPosition],
  ['a failure that is remembered', queues.failureRemembered],
  ['a place that is not given back', queues.placeNotGivenBack],
  ['an outage that counts as failures of the job', queues.outageCounted],
  ['a night that brings only its own day', queues.onlyToday],
  ['a slow request that is sent besides', queues.sentBesides],
  ['dead letters after what is newer', queues.deadLettersLast],
  ['a mark that is taken away', heard.markTakenAway],
  ['a list that is emptied', heard.listEmptied],
  ['older events are dropped', heard.olderIsDropped],
  ['what was heard long ago counts again', heard.tooOldToRemember],
  ['failures are never forgotten', queues.failuresNeverForgotten],
  ['who cannot be read is taken for removed', unlucky.unreadIsRemoved],
  ['what was given up after a minute counts as not made', timed.givenUpIsNotMade],
  ['what is slow is put off and goes on', timed.putOffAndGoesOn],
  ['a lease that is shorter than a time-out', timed.leaseShorterThanTimeout],
  ['events that are sorted for ten seconds', timed.sortedForTenSeconds],
  ['three workers of one job', timed.threeWorkersOfOneJob],
]

/** Those that another order alone can show. */
export const BY_ORDERS = SECOND.slice(0, 6)
