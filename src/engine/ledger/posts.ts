import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf, linesOf, numberOf, textOf } from '../model/row'
import { nextOf } from '../model/sequences'
import { LEDGER, type LedgerLine, type LedgerTransaction } from '../model/tables'
import type { AccountSource, Posting } from '../schema/posting'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'
import { itemAccountNumber, systemAccountNumber } from './accounts'
import { ledgerLine, mirrored, net } from './ledger'

/**
 * Double entry: what a posted record writes to the ledger, and takes back when it is archived
 * (docs/service.md §12).
 */
export const posts = defineBehaviour('posts', 'posts', {
  restsOn: [
    'ledger-rounding',
    'settlement-rate',
    'realised-gain',
    'bank-amount-difference',
    'application-rate',
    'unrealised-gain',
  ],

  effect(write) {
    const ledger = write.table(LEDGER)
    const known = ((write.before?.transaction_ids ?? []) as readonly number[]).map(
      (id) => ledger.get(id) as LedgerTransaction,
    )
    const reversed = new Set(known.map((transaction) => transaction.reverses))
    const live = known.filter(({ id, reverses }) => reverses === null && !reversed.has(id))
    const done = known.filter((transaction) => !live.includes(transaction)).map(({ id }) => id)
    const written = write.isArchived ? reverse(write, live) : write.isPosted ? restate(write, live) : []
    const kept = write.isArchived ? live.map(({ id }) => id) : []
    if (!write.isArchived) for (const { id } of live) if (!written.includes(id)) ledger.remove(id)
    write.after.transaction_ids = [...done, ...kept, ...written]
  },
})

/** A record over nothing posts nothing, unless it moves something from one account to another (§12.1). */
function isNothing(write: Write, lines: readonly LedgerLine[]): boolean {
  if (!decimalOf(write.after, 'amount').isZero()) return false
  const accounts = new Set(lines.map((line) => line.account_number))
  return [...accounts].every((account) =>
    net(lines.filter((line) => line.account_number === account)).isZero(),
  )
}

/** An edit restates the record's transactions under their ids (docs/service.md §11.1). */
function restate(write: Write, live: readonly LedgerTransaction[]): number[] {
  const lines = ledgerLines(write)
  if (lines.length === 0 || isNothing(write, lines)) return []
  const { reversesOn } = write.definition
  const reversal = reversesOn ? (write.after[reversesOn] as string | null) : null
  const wanted = [
    { date: textOf(write.after, 'date'), lines },
    ...(reversal ? [{ date: reversal, lines: mirrored(lines) }] : []),
  ]
  return wanted.map(({ date, lines }, index) => put(write, live[index]?.id, date, lines, null))
}

const reverse = (write: Write, live: readonly LedgerTransaction[]): number[] =>
  live.map(({ id, date, lines }) => put(write, undefined, date, mirrored(lines), id))

function put(
  write: Write,
  known: number | undefined,
  date: string,
  lines: readonly LedgerLine[],
  reverses: number | null,
): number {
  const { after, organization, definition } = write
  const id = known ?? nextOf(write.world.store, organization, 'ledger_transaction')
  const company = write.find('companies', 'id', after.company_id)
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

interface Valued {
  readonly line: LedgerLine
  /** Gained (positive) or lost because money or documents were valued at another rate than the record's. */
  readonly gain: Decimal
}

/**
 * The record's ledger lines, balanced by realised gain or loss and by rounding (docs/service.md §12.2,
 * §12.3).
 */
function ledgerLines(write: Write): LedgerLine[] {
  const valued = (write.definition.posts ?? []).flatMap((posting) => valuedLines(write, posting))
  const lines = valued.map(({ line }) => line)
  const gain = valued.reduce((total, one) => total.plus(one.gain), zero)
  const rounding = net(lines).minus(gain)
  for (const [role, value] of [
    ['Realized Gain/Loss', gain],
    ['Rounding Gain/Loss', rounding],
  ] as const)
    if (!value.isZero()) lines.push(ledgerLine(systemAccountNumber(write, role), 'credit', value, zero))
  invariant(net(lines).isZero(), `${write.definition.model} ${String(write.after.number)} does not balance`)
  return lines
}

function valuedLines(write: Write, posting: Posting): Valued[] {
  const sources = posting.each ? linesOf(write.after, posting.each) : [write.after]
  const rate = decimal(textOf(write.after, valuedAt(write)))
  return sources.flatMap((source) => {
    if (posting.where && source[posting.where] === null) return []
    const inRecord = decimalOf(source, posting.amount)
    const atRate = rate.equals(1) ? inRecord : write.round(inRecord.times(rate))
    const value = posting.company ? decimalOf(source, posting.company) : atRate
    if (value.isZero() && inRecord.isZero()) return []
    const account = accountNumber(write, posting.account, source)
    const line = ledgerLine(account, posting.side, value, inRecord, roleOf(write, posting.account, source))
    const difference = posting.side === 'debit' ? value.minus(atRate) : atRate.minus(value)
    return [{ line, gain: isRealised(source, rate) ? difference : zero }]
  })
}

/**
 * What spends a source is valued at the source's rate: its own only says how it was meant (docs/service.md
 * §12.3).
 */
const valuedAt = ({ definition }: Write): string =>
  definition.settles?.sources ? 'carrying_rate' : 'exchange_rate'

/** At an equal rate a difference is one of rounding. Money given as a bank amount has no rate to compare. */
const isRealised = (source: Row, rate: Decimal): boolean =>
  source.carrying_rate === undefined ||
  (source.carrying_rate !== null && !decimal(source.carrying_rate as string).equals(rate))

function accountNumber(write: Write, account: AccountSource, source: Row): number {
  switch (account.kind) {
    case 'system':
      return systemAccountNumber(write, account.account)
    case 'named':
      return numberOf(source, account.column)
    case 'money':
      return source[account.column] === null
        ? systemAccountNumber(write, account.otherwise)
        : numberOf(source, account.column)
    case 'item': {
      if (source.deposit === true) return systemAccountNumber(write, 'Customer Deposits')
      const item = write.find('items', 'id', source.item_id)
      const number = item && itemAccountNumber(write, item, account.side)
      invariant(number !== null && number !== undefined, `item ${String(source.item_id)} has no account`)
      return number
    }
  }
}

/** Payable lines of journal entries are documents as bills are; what else names an account is not. */
function roleOf(write: Write, account: AccountSource, source: Row): string | null {
  if (account.kind === 'system') return account.account
  if (account.kind !== 'named' || !write.definition.journal || source.vendor_id === null) return null
  const named = write.find('accounts', 'number', source[account.column])
  return named?.system_ref === 'Accounts Payable' ? 'Accounts Payable' : null
}
