/** Whether the public answers of a world tie out with each other and with what the driver works out itself. */
import { assetProblems } from './assets'
import { Audit } from './audit'
import { receivableProblems, trialBalanceProblems } from './balances'
import { LedgerIndex } from './ledger-index'
import type { KnownContract, Story } from './story'

/** A step is followed by the audit of every contract after so many, whether it was touched or not. */
const SWEEP = 50

/**
 * What does not tie out. A world in which nothing has changed since the last audit still ties out. The
 * accounts, the books' own check, the assets and what customers owe are read as a whole. A contract is audited
 * when a step touched it, its entries in the ledger changed, or a day went by while anything of it was open.
 */
export function problemsOf(story: Story, step = 0): string[] {
  if (!story.takeChange() && step % SWEEP !== 0) return []
  const ledger = new LedgerIndex(story.simulator)
  const contracts = story.contracts.filter(
    (one) => step % SWEEP === 0 || isToBeAudited(story, one, ledger.printOf(one.id)),
  )
  return [
    ...ledger.unbalanced.map((id) => `transaction ${id} does not balance`),
    ...trialBalanceProblems(story, ledger),
    ...story.simulator.books.check().map(({ invariant, where, text }) => `${invariant}: ${where}: ${text}`),
    ...contracts.flatMap((one) => {
      one.audited = { day: story.today, print: ledger.printOf(one.id) }
      return new Audit(story, ledger, one).problems()
    }),
    ...receivableProblems(story, ledger),
    ...assetProblems(story, ledger),
  ]
}

const isToBeAudited = ({ today }: Story, { audited, isSettled }: KnownContract, print: number): boolean =>
  audited === undefined || audited.print !== print || (!isSettled && audited.day !== today)
