import { type Cents, centsText } from '../../kernel/cents'
import { compareScalars } from '../../kernel/compare-scalars'
import type { Row } from '../../kernel/store'
import type { Scope, World } from '../model/context'
import { linesOf, textOf } from '../model/row'
import type { LedgerLine, LedgerTransaction } from '../model/tables'
import type { Definition } from '../schema/define'
import { transactionsOf } from './entries'
import { ledgerCents } from './ledger'

/** The books for hledger and ledger, with types of accounts, total costs and a final balance assertion for each. */
export function journalText(scope: Scope): string {
  // Transactions come by id, and the stable sort keeps this order within a day.
  const transactions = [...transactionsOf(scope)].sort((a, b) => compareScalars(a.date, b.date))
  const names = new Names(scope.world, scope.organization)
  const balances = new Map<string, Cents>()
  const body = transactions.map((one) => transactionText(scope, one, names, balances))
  const currencies = new Set(transactions.flatMap((one) => [one.currency, one.record_currency]))
  const parts = [
    [...currencies]
      .sort()
      .map((code) => `commodity ${code}\n    format 1000.00 ${code}`)
      .join('\n'),
    names.declarations(),
    // Strict readers accept declared tags only.
    Object.keys(PARTIES)
      .filter((tag) => body.some((text) => text.includes(`\n    ; ${tag}: `)))
      .map((tag) => `tag ${tag}`)
      .join('\n'),
    ...body,
    closingText(transactions.at(-1)?.date, balances),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const ACCOUNT_KINDS: Readonly<Record<string, string>> = {
  bank: 'C',
  accounts_payable: 'L',
  credit_card: 'L',
  deferred_revenue: 'L',
  long_term_liability: 'L',
  other_current_liability: 'L',
  equity: 'E',
  income: 'R',
  other_income: 'R',
  cost_of_goods_sold: 'X',
  expense: 'X',
  other_expense: 'X',
}

/** Account names that hledger and ledger can parse, unique for each company and account. */
class Names {
  readonly #used = new Map<string, string>()

  constructor(
    readonly world: World,
    readonly organization: string,
  ) {}

  of(company: number, account: number): string {
    const row = this.#row('accounts', account)
    const holder = this.#row('companies', company)
    const name = `${company} ${short(holder?.name)}:${account} ${short(row?.name)}`
    this.#used.set(name, ACCOUNT_KINDS[String(row?.account_type)] ?? 'A')
    return name
  }

  currencyOf(account: number): unknown {
    return this.#row('accounts', account)?.currency_iso_4217_code
  }

  declarations(): string {
    return (
      [...this.#used]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        // On a line of its own, because ledger reads the rest of the line as part of the name.
        .map(([name, kind]) => `account ${name}\n    ; type: ${kind}`)
        .join('\n')
    )
  }

  #row(table: string, key: number): Row | undefined {
    return this.world.store.table(this.organization, table).get(key)
  }
}

/** Removes characters that are syntax in a journal. */
const plain = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} .,&/'+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The part of an account's name: ledger reads no more than 255 bytes of it, numbers included. */
const short = (name: unknown): string => [...plain(name)].slice(0, 60).join('')

function transactionText(
  { world, organization }: Scope,
  one: LedgerTransaction,
  names: Names,
  balances: Map<string, Cents>,
): string {
  const definition = world.registry.find(one.record_type)?.definition
  const record = definition && world.store.table(organization, definition.name).get(one.record_number)
  const title = plain(
    `${definition?.model ?? one.record_type} ${one.record_number} ${textOf(record ?? { memo: '' }, 'memo') ?? ''}`,
  )
  const lines = one.lines.flatMap((line) => {
    const name = names.of(one.company_id, line.account_number)
    return posted(one, line, names).map(({ quantity, commodity, cost }) => {
      const key = `${name}\n${commodity}`
      balances.set(key, (balances.get(key) ?? 0n) + quantity)
      return `    ${name}  ${centsText(quantity)} ${commodity}${cost}`
    })
  })
  const tags = definition && record ? partyTags({ world, organization }, definition, record) : []
  return [`${one.date} (${one.id}) ${title}`, ...tags, ...lines].join('\n')
}

const PARTIES = { customer: 'customers', vendor: 'vendors' } as const

/** The customer and vendor of a record, or those that its lines share, as tags: `; customer: 3 Fern Florists`. */
function partyTags({ world, organization }: Scope, definition: Definition, record: Row): string[] {
  const lines = world.registry.type(definition.name).lineMembers.flatMap((member) => linesOf(record, member))
  return Object.entries(PARTIES).flatMap(([tag, resource]) => {
    const named = new Set([record, ...lines].flatMap((row) => (row[`${tag}_id`] as number | null) ?? []))
    const [id, ...others] = named
    if (id === undefined || others.length > 0) return []
    const name = world.store.table(organization, resource).get(id)?.name
    // A comma ends the value of a tag.
    return [`    ; ${tag}: ${id} ${plain(name).replaceAll(',', '')}`]
  })
}

interface Priced {
  readonly quantity: Cents
  readonly commodity: string
  readonly cost: string
}

/** A foreign amount with its total cost; the company value alone if the account is in company currency. */
function posted(one: LedgerTransaction, line: LedgerLine, names: Names): Priced[] {
  const [value, inRecord] = [ledgerCents(line.value), ledgerCents(line.record_value)]
  const inCompany = { quantity: value, commodity: one.currency, cost: '' }
  const isPlain =
    one.record_currency === one.currency ||
    inRecord === 0n ||
    names.currencyOf(line.account_number) === one.currency
  if (isPlain) return [inCompany]
  const foreign = (cost: Cents): Priced => ({
    quantity: inRecord,
    commodity: one.record_currency,
    cost: ` @@ ${centsText(cost < 0n ? -cost : cost)} ${one.currency}`,
  })
  // In hledger a cost has the sign of its amount. If rounding changed the sign of the value, the two become
  // separate postings.
  const isTurned = inRecord < 0n ? value >= 0n : value < 0n
  return isTurned ? [foreign(0n), inCompany] : [foreign(value)]
}

function closingText(date: string | undefined, balances: ReadonlyMap<string, Cents>): string {
  if (date === undefined) return ''
  const lines = [...balances]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, balance]) => {
      const [name = '', commodity = ''] = key.split('\n')
      return `    ${name}  0.00 ${commodity} = ${centsText(balance)} ${commodity}`
    })
  return [`${date} Balances`, ...lines].join('\n')
}
