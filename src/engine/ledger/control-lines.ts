import { memoize } from '../../kernel/memoize'
import type { Row } from '../../kernel/store'
import { type Message, messages, onLine } from '../model/refusals'
import { eachLine, type MutableRow } from '../model/row'
import { ACCOUNTS, ITEMS } from '../model/tables'
import type { Definition } from '../schema/define'
import type { AccountSource } from '../schema/posting'
import { defineBehaviourWhere } from '../write/behaviour'
import { isUnchangedLine } from '../write/lines'
import type { Write } from '../write/write'
import { accountOfItem } from './accounts'

type Party = 'customer_id' | 'vendor_id'

const PARTIES: readonly Party[] = ['customer_id', 'vendor_id']
const TYPE_OF: Readonly<Record<Party, string>> = { customer_id: 'customers', vendor_id: 'vendors' }

/** The party that a line on an account needs, by the role of the account. */
export const PARTY_OF: Readonly<Record<string, Party>> = {
  'Accounts Receivable': 'customer_id',
  'Accounts Payable': 'vendor_id',
}

interface AccountLines {
  readonly member: string
  readonly account: AccountSource
}

/** The line members whose lines choose their account, each with the way to find the account. */
export const accountLinesIn = memoize(({ posts }: Definition): readonly AccountLines[] =>
  (posts ?? []).flatMap(({ each, account }) =>
    each && account.kind !== 'system' ? [{ member: each, account }] : [],
  ),
)

function checkedLinesIn(definition: Definition): readonly AccountLines[] | undefined {
  const lines = definition.generated ? [] : accountLinesIn(definition)
  return lines.length > 0 ? lines : undefined
}

/**
 * A line on a receivable account needs a customer, and a line on a payable account a vendor: the record's own
 * counterparty if the record has such a member, else the party that the line names (§4.5).
 */
export const controlLines = defineBehaviourWhere('control lines', checkedLinesIn, {
  state(write, lines) {
    if (!write.isPosted) return
    for (const { member, account } of lines)
      eachLine(write.after, member, (line, index) => {
        if (account.kind === 'item' && isUnchangedLine(write, member, line)) return
        const posted = accountOf(write, account, line)
        takeOwnParty(write, line, posted)
        const text = partyProblem(write, line, posted)
        if (text) write.problems.add(member, onLine(index, text))
      })
  },
})

function accountOf(write: Write, account: AccountSource, line: Row): Row | undefined {
  if (account.kind === 'named') return write.find(ACCOUNTS, 'number', line[account.column])
  const item = account.kind === 'item' && write.find(ITEMS, 'id', line.item_id)
  return item ? accountOfItem(write, item, account.side) : undefined
}

const partyOf = (account: Row | undefined): Party | undefined => PARTY_OF[String(account?.system_ref)]

/** The record's own counterparty, if it is of this kind. */
const ownParty = ({ definition, after }: Write, party: Party): unknown =>
  definition.document?.counterparty === party ? (after[party] ?? null) : null

/** A line without a party takes the record's own counterparty. */
function takeOwnParty(write: Write, line: MutableRow, account: Row | undefined): void {
  const party = partyOf(account)
  if (party && party in line) line[party] ??= ownParty(write, party)
}

function partyProblem(write: Write, line: Row, account: Row | undefined): Message | undefined {
  const party = partyOf(account)
  if (party) {
    write.world.assumptions.noteUse('control-lines')
    const own = ownParty(write, party)
    const named = line[party] ?? own
    if (named === null) return messages.counterpartyNeeded(party)
    return own !== null && named !== own
      ? messages.mismatch(write.modelOf(TYPE_OF[party]), named, 'counterparty')
      : undefined
  }
  // A line that takes from Undeposited Funds without naming a payment has to name a party.
  const isTakenFromFunds = write.definition.deposits && account?.system_ref === 'Undeposited Funds'
  return isTakenFromFunds && PARTIES.every((one) => line[one] === null)
    ? messages.counterpartyNeeded(PARTIES.join(' or '))
    : undefined
}
