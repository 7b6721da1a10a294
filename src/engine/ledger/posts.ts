import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf, linesOf, numberOf, textOf } from '../model/row'
import { nextOf } from '../model/sequences'
import type { AccountSource, Posting } from '../schema/posting'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import { itemAccountNumber, systemAccountNumber } from './accounts'
import { LEDGER, type LedgerLine, type LedgerTransaction, ledgerLine, mirrored, net } from './ledger'

/**
 * Double entry: what a posted record writes to the ledger, and takes back when it is archived
 * (docs/service.md §12).
 */
export const posts: Capability = {
  name: 'posts',
  rests: [
    'ledger-rounding',
    'settlement-rate',
    'realised-gain',
    'bank-amount-difference',
    'application-rate',
    'unrealised-gain',
  ],
  appliesTo: (definition) => definition.posts !== undefined,

  effect(work) {
    const ledger = work.table<LedgerTransaction>(LEDGER)
    const known = ((work.before?.transaction_ids ?? []) as readonly number[]).map(
      (id) => ledger.get(id) as LedgerTransaction,
    )
    const reversed = new Set(known.map((transaction) => transaction.reverses))
    const live = known.filter(({ id, reverses }) => reverses === null && !reversed.has(id))
    const done = known.filter((transaction) => !live.includes(transaction)).map(({ id }) => id)
    const written = work.isArchived ? reverse(work, live) : work.isPosted ? restate(work, live) : []
    const kept = work.isArchived ? live.map(({ id }) => id) : []
    if (!work.isArchived) for (const { id } of live) if (!written.includes(id)) ledger.remove(id)
    work.draft.transaction_ids = [...done, ...kept, ...written]
  },
}

/** A record over nothing posts nothing, unless it moves something from one account to another (§12.1). */
function isNothing(work: Work, lines: readonly LedgerLine[]): boolean {
  if (!decimalOf(work.draft, 'amount').isZero()) return false
  const accounts = new Set(lines.map((line) => line.account_number))
  return [...accounts].every((account) =>
    net(lines.filter((line) => line.account_number === account)).isZero(),
  )
}

/** An edit restates the record's transactions under their ids (docs/service.md §11.1). */
function restate(work: Work, live: readonly LedgerTransaction[]): number[] {
  const lines = ledgerLines(work)
  if (lines.length === 0 || isNothing(work, lines)) return []
  const { reversesOn } = work.definition
  const reversal = reversesOn ? (work.draft[reversesOn] as string | null) : null
  const wanted = [
    { date: textOf(work.draft, 'date'), lines },
    ...(reversal ? [{ date: reversal, lines: mirrored(lines) }] : []),
  ]
  return wanted.map(({ date, lines }, index) => put(work, live[index]?.id, date, lines, null))
}

const reverse = (work: Work, live: readonly LedgerTransaction[]): number[] =>
  live.map(({ id, date, lines }) => put(work, undefined, date, mirrored(lines), id))

function put(
  work: Work,
  known: number | undefined,
  date: string,
  lines: readonly LedgerLine[],
  reverses: number | null,
): number {
  const { draft, organization, definition } = work
  const id = known ?? nextOf(work.world.store, organization, 'ledger_transaction')
  const company = work.find('companies', 'id', draft.company_id)
  work.table<LedgerTransaction>(LEDGER).put({
    id,
    date,
    company_id: numberOf(draft, 'company_id'),
    currency: String(company?.currency_iso_4217_code),
    record_currency: textOf(draft, 'currency_iso_4217_code'),
    record_type: definition.name,
    record_number: numberOf(draft, 'number'),
    record_internal_id: numberOf(draft, 'internal_id'),
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
function ledgerLines(work: Work): LedgerLine[] {
  const valued = (work.definition.posts ?? []).flatMap((posting) => valuedLines(work, posting))
  const lines = valued.map(({ line }) => line)
  const gain = valued.reduce((total, one) => total.plus(one.gain), zero)
  const rounding = net(lines).minus(gain)
  for (const [role, value] of [
    ['Realized Gain/Loss', gain],
    ['Rounding Gain/Loss', rounding],
  ] as const)
    if (!value.isZero()) lines.push(ledgerLine(systemAccountNumber(work, role), 'credit', value, zero))
  invariant(net(lines).isZero(), `${work.definition.model} ${String(work.draft.number)} does not balance`)
  return lines
}

function valuedLines(work: Work, posting: Posting): Valued[] {
  const sources = posting.each ? linesOf(work.draft, posting.each) : [work.draft]
  const rate = decimal(textOf(work.draft, valuedAt(work)))
  return sources.flatMap((source) => {
    if (posting.where && source[posting.where] === null) return []
    const inRecord = decimalOf(source, posting.amount)
    const atRate = rate.equals(1) ? inRecord : work.round(inRecord.times(rate))
    const value = posting.company ? decimalOf(source, posting.company) : atRate
    if (value.isZero() && inRecord.isZero()) return []
    const account = accountNumber(work, posting.account, source)
    const line = ledgerLine(account, posting.side, value, inRecord, roleOf(work, posting.account, source))
    const difference = posting.side === 'debit' ? value.minus(atRate) : atRate.minus(value)
    return [{ line, gain: isRealised(source, rate) ? difference : zero }]
  })
}

/**
 * What spends a source is valued at the source's rate: its own only says how it was meant (docs/service.md
 * §12.3).
 */
const valuedAt = ({ definition }: Work): string =>
  definition.settles?.sources ? 'relieved_rate' : 'exchange_rate'

/** At an equal rate a difference is one of rounding. Money given as a bank amount has no rate to compare. */
const isRealised = (source: Row, rate: Decimal): boolean =>
  source.relieved_rate === undefined ||
  (source.relieved_rate !== null && !decimal(source.relieved_rate as string).equals(rate))

function accountNumber(work: Work, account: AccountSource, source: Row): number {
  switch (account.kind) {
    case 'system':
      return systemAccountNumber(work, account.account)
    case 'named':
      return numberOf(source, account.column)
    case 'money':
      return source[account.column] === null
        ? systemAccountNumber(work, account.otherwise)
        : numberOf(source, account.column)
    case 'item': {
      if (source.deposit === true) return systemAccountNumber(work, 'Customer Deposits')
      const item = work.find('items', 'id', source.item_id)
      const number = item && itemAccountNumber(work, item, account.side)
      invariant(number !== null && number !== undefined, `item ${String(source.item_id)} has no account`)
      return number
    }
  }
}

/** Payable lines of journal entries are documents as bills are; what else names an account is not. */
function roleOf(work: Work, account: AccountSource, source: Row): string | null {
  if (account.kind === 'system') return account.account
  if (account.kind !== 'named' || !work.definition.journal || source.vendor_id === null) return null
  const named = work.find('accounts', 'number', source[account.column])
  return named?.system_ref === 'Accounts Payable' ? 'Accounts Payable' : null
}
