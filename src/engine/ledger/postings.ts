import type { Cents } from '../../kernel/cents'
import { InvariantViolation } from '../../kernel/invariant'
import { DIGITS_AT_MOST, decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { messages, refuse } from '../model/refusals'
import { centsOf, idsOf, linesOf, numberOf, numberOrNull, textOf, textOrNull } from '../model/row'
import {
  ACCOUNTS,
  COMPANIES,
  ITEMS,
  LEDGER,
  type LedgerAmount,
  type LedgerLine,
  type LedgerTransaction,
  nextOf,
} from '../model/tables'
import type { AccountSource, Posting } from '../schema/posting'
import { isUnchangedLine } from '../write/lines'
import type { Write } from '../write/write'
import { itemAccountNumber, systemAccountNumber } from './accounts'
import { ledgerCents, ledgerLine, mirrored, net } from './ledger'

/** Writes the ledger transactions that follow from the row, and stores their ids in the row. */
export function restatePostings(write: Write): void {
  const ledger = write.table(LEDGER)
  if (!write.before) {
    write.after.transaction_ids = write.isPosted ? restate(write, []) : []
    return
  }
  const known = idsOf(write.before, 'transaction_ids').map((id) => ledger.getRequired(id))
  const reversed = new Set(known.map((transaction) => transaction.reverses))
  const live = known.filter(({ id, reverses }) => reverses === null && !reversed.has(id))
  const done = known.filter((transaction) => !live.includes(transaction)).map(({ id }) => id)
  const written = write.isArchived ? reverse(write, live) : write.isPosted ? restate(write, live) : []
  const kept = write.isArchived ? live.map(({ id }) => id) : []
  if (!write.isArchived) for (const { id } of live) if (!written.includes(id)) ledger.remove(id)
  write.after.transaction_ids = [...done, ...kept, ...written]
}

const LARGEST = 10n ** BigInt(DIGITS_AT_MOST + 2)

const isTooLarge = (value: LedgerAmount): boolean =>
  typeof value === 'string' && (ledgerCents(value) >= LARGEST || ledgerCents(value) <= -LARGEST)

/** A record with a zero amount posts nothing, unless it moves money between accounts (§12.1). */
function isNothing(write: Write, lines: readonly LedgerLine[]): boolean {
  if (centsOf(write.after, 'amount') !== 0n) return false
  const accounts = new Set(lines.map((line) => line.account_number))
  return [...accounts].every((account) => net(lines.filter((line) => line.account_number === account)) === 0n)
}

/** An edit rewrites the record's transactions and keeps their ids (§11.1). */
function restate(write: Write, live: readonly LedgerTransaction[]): number[] {
  const known = live[0]?.lines ?? []
  const lines = ledgerLines(write, accountsKept(write, known))
  if (!write.isGenerated) refuseInactive(write, lines, known)
  if (lines.length === 0 || isNothing(write, lines)) return []
  const date = textOf(write.after, 'date')
  const { reversesOn } = write.definition
  const reversal = reversesOn ? textOrNull(write.after, reversesOn) : null
  const written = [put(write, live[0]?.id, date, lines, null)]
  if (reversal) written.push(put(write, live[1]?.id, reversal, mirrored(lines), null))
  return written
}

/** Reverses each transaction on its own date, unless the write has an effective date. */
const reverse = (write: Write, live: readonly LedgerTransaction[]): number[] =>
  live.map(({ id, date, lines }) => put(write, undefined, write.effectiveDate ?? date, mirrored(lines), id))

function put(
  write: Write,
  known: number | undefined,
  date: string,
  lines: readonly LedgerLine[],
  reverses: number | null,
): number {
  const { after, organization, definition } = write
  const id = known ?? nextOf(write.world.store, organization, 'ledger_transaction')
  const company = write.find(COMPANIES, 'id', after.company_id)
  write.table(LEDGER).put({
    id,
    date,
    company_id: numberOf(after, 'company_id'),
    currency: String(company?.currency_iso_4217_code),
    record_currency: textOf(after, 'currency_iso_4217_code'),
    record_type: definition.name,
    record_number: numberOf(after, 'number'),
    record_internal_id: numberOf(after, 'internal_id'),
    reverses,
    lines,
  })
  return id
}

/** A client cannot post to an inactive account that the record has not posted to (§12.1). */
function refuseInactive(write: Write, lines: readonly LedgerLine[], known: readonly LedgerLine[]): void {
  const accounts = write.table(ACCOUNTS)
  for (const { account_number: number } of lines)
    if (accounts.get(number)?.is_active === false && !known.some((line) => line.account_number === number))
      throw refuse.invalid({ __all__: [messages.inactive('Account', number)] })
}

/** The earlier account of each unchanged line with an item, which may have another account by now. */
function accountsKept(write: Write, known: readonly LedgerLine[]): ReadonlyMap<unknown, number> {
  const kept = new Map<unknown, number>()
  if (!write.before || known.length === 0) return kept
  for (const [index, { posting, source }] of amountsOf(write, write.before).entries()) {
    const { each } = posting
    const line = each && linesOf(write.after, each).find(({ id }) => id === source.id)
    const account = known[index]?.account_number
    if (
      posting.account.kind === 'item' &&
      account !== undefined &&
      line &&
      isUnchangedLine(write, each, line)
    )
      kept.set(line, account)
  }
  return kept
}

/** The record's ledger lines, balanced by realised gain or loss and by rounding (§12.2, §12.3). */
function ledgerLines(write: Write, kept: ReadonlyMap<unknown, number>): LedgerLine[] {
  const { after, definition } = write
  const lines: LedgerLine[] = []
  /** Realised gain (positive) or loss from money and documents valued at another rate than the record's. */
  let gain = 0n
  for (const one of amountsOf(write, after)) gain += post(write, one, kept.get(one.source), lines)
  const rounding = net(lines) - gain
  if (gain !== 0n) lines.push(ledgerLine(systemAccountNumber(write, 'Realized Gain/Loss'), -gain, 0n))
  if (rounding !== 0n) lines.push(ledgerLine(systemAccountNumber(write, 'Rounding Gain/Loss'), -rounding, 0n))
  // All amounts of the record fit, so only the exchange rate can make them too large.
  if (lines.some(({ value }) => isTooLarge(value)))
    throw refuse.invalid({ exchange_rate: [messages.type('decimal')] })
  if (net(lines) !== 0n)
    throw new InvariantViolation(`${definition.model} ${String(after.number)} does not balance`)
  return lines
}

/** The amount of one posting of the record or of one of its lines. */
interface Amount {
  readonly posting: Posting
  readonly source: Row
  readonly inRecord: Cents
  readonly value: Cents
  /** The value at the exchange rate of the record. */
  readonly atRate: Cents
  readonly rate: string
}

/** The amounts that a row posts, in the order of its ledger lines. Zero amounts are not posted. */
function amountsOf(write: Write, row: Row): Amount[] {
  const { definition } = write
  const amounts: Amount[] = []
  const rate = textOf(row, valuedAt(write))
  for (const posting of definition.posts ?? []) {
    if (posting.unless && row[posting.unless] !== null) continue
    for (const source of posting.each ? linesOf(row, posting.each) : [row]) {
      if (posting.where && source[posting.where] === null) continue
      const inRecord = centsOf(source, posting.amount)
      if (inRecord === 0n && posting.company === undefined) continue
      const atRate = rate === '1' ? inRecord : write.product(textOf(source, posting.amount), rate)
      const value = posting.company ? centsOf(source, posting.company) : atRate
      if (value !== 0n || inRecord !== 0n) amounts.push({ posting, source, inRecord, value, atRate, rate })
    }
  }
  return amounts
}

/** Adds a ledger line. Returns its realised gain. */
function post(write: Write, one: Amount, kept: number | undefined, lines: LedgerLine[]): Cents {
  const { posting, source, inRecord, value, atRate, rate } = one
  const isChosen = posting.account.kind === 'item'
  const account = (isChosen ? kept : undefined) ?? accountNumber(write, posting.account, source)
  const role = roleOf(write, posting.account, source)
  const isDebit = posting.side === 'debit'
  lines.push(
    isDebit ? ledgerLine(account, value, inRecord, role) : ledgerLine(account, -value, -inRecord, role),
  )
  if (posting.gain) return centsOf(source, posting.gain)
  if (value === atRate || !isRealised(source, rate)) return 0n
  return isDebit ? value - atRate : atRate - value
}

/** Applications and refunds use the rate of the document they spend; their own has no effect (§12.3). */
const valuedAt = ({ definition }: Write): string =>
  definition.settles?.sources ? 'carrying_rate' : 'exchange_rate'

/** At equal rates a difference is rounding. A bank amount has no rate, so its difference is realised. */
const isRealised = ({ carrying_rate: carrying }: Row, rate: string): boolean =>
  carrying === undefined || (carrying !== null && !decimal(carrying as string).eq(decimal(rate)))

function accountNumber(write: Write, account: AccountSource, source: Row): number {
  switch (account.kind) {
    case 'system':
      return systemAccountNumber(write, account.account)
    case 'named':
      return numberOf(source, account.column)
    case 'money':
      return numberOrNull(source, 'account_number') ?? systemAccountNumber(write, 'Undeposited Funds')
    case 'item': {
      const item = write.find(ITEMS, 'id', source.item_id)
      const number = item && itemAccountNumber(write, item, account.side)
      if (number) return number
      throw new InvariantViolation(`item ${String(source.item_id)} has no account`)
    }
  }
}

/** A payable line of a journal entry is a document, like a bill. Other lines that name an account are not. */
function roleOf(write: Write, account: AccountSource, source: Row): string | null {
  if (account.kind === 'system') return account.account
  if (account.kind !== 'named' || !write.definition.journal || source.vendor_id === null) return null
  const named = write.find(ACCOUNTS, 'number', source[account.column])
  return named?.system_ref === 'Accounts Payable' ? 'Accounts Payable' : null
}
