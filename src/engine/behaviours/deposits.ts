import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { decimalOf, linesOf, type MutableRow, mutableLinesOf, numberOf, textOf } from '../model/row'
import { ACCOUNTS } from '../model/tables'
import { isPostponed } from '../settlement/settlement-dates'
import { defineBehaviour } from '../write/behaviour'
import { changeRow } from '../write/save'
import type { Write } from '../write/write'

/** Records whose money can be in Undeposited Funds store the deposit that took it to the bank. */
export const depositable = defineBehaviour('depositable', 'depositable', {
  columns: () => ({ deposit_number: null }),
  isApplied: (before) => before.deposit_number !== null,

  dates(write) {
    const { before, after } = write
    if (!before || before.deposit_number === null || !isPostponed(write)) return
    const taker = write.world.registry.everything.find(({ deposits }) =>
      deposits?.sources.some(({ resource }) => resource === write.definition.name),
    )
    const deposit = taker && write.find(taker.name, 'number', before.deposit_number)
    if (deposit && textOf(after, 'date') > textOf(deposit, 'date'))
      write.problems.add('date', messages.atMost(textOf(deposit, 'date')))
  },

  /** A deposited record cannot change its money account or its bank amount. */
  limits(write) {
    const { before, after, definition } = write
    if (!before || before.deposit_number === null || write.isArchived) return
    const { account, undeposited, bankAmount } = settingOf(definition, 'money')
    const members = [account, ...(undeposited ? [undeposited] : []), bankAmount]
    const changed = members.find((member) => before[member] !== after[member])
    if (changed && before.amount === after.amount) write.problems.add(changed, messages.fixedByApplied)
  },
})

interface Source {
  readonly index: number
  readonly line: MutableRow
  readonly member: string
  readonly resource: string
  readonly row: Row
}

/** A deposit takes whole sources to the bank, each once, and amounts from other accounts (§4.6). */
export const deposits = defineBehaviour('deposits', 'deposits', {
  restsOn: ['deposit-sources'],
  lineColumns: ({ lines }, member) =>
    lines === member ? { carrying_amount: '0.00', carrying_rate: null, party_id: null } : {},

  references(write) {
    const { lines, sources, accounts } = rules(write)
    for (const [index, line] of mutableLinesOf(write.after, lines).entries()) {
      const named = [...sources.map(({ by }) => by), accounts].filter((member) => line[member] !== null)
      if (named.length !== 1) write.problems.add(lines, onLine(index, messages.oneReference))
    }
  },

  state(write) {
    if (!write.isPosted) return
    const seen = new Set<Row>()
    for (const source of sourcesIn(write, write.after)) {
      for (const text of unfit(write, source))
        write.problems.add(rules(write).lines, onLine(source.index, text))
      if (seen.has(source.row))
        write.problems.add(
          rules(write).lines,
          onLine(source.index, messages.twice(...sourceName(write, source))),
        )
      seen.add(source.row)
    }
  },

  dates(write) {
    if (!write.isPosted || write.world.assumptions.read('line-date-validation') === 'ignore') return
    for (const source of sourcesIn(write, write.after))
      if (textOf(source.row, 'date') > textOf(write.after, 'date')) {
        const text = messages.datedAfter(...sourceName(write, source))
        write.problems.add(rules(write).lines, onLine(source.index, text))
      }
  },

  amounts(write) {
    const lines = mutableLinesOf(write.after, rules(write).lines)
    // Lists also find a deposit by the customers of its sources.
    for (const line of lines) line.party_id = line.customer_id
    for (const { line, row } of sourcesIn(write, write.after)) {
      line.party_id ??= row.customer_id
      line.carrying_amount = row.money_value
      line.carrying_rate = row.exchange_rate
    }
    write.after.amount = amountText(sum(lines.map((line) => decimalOf(line, 'amount'))))
  },

  effect(write) {
    const holds = new Map(
      sourcesIn(write, write.isPosted ? write.after : {}).map((source) => [source.row, source]),
    )
    const held = sourcesIn(write, write.wasPosted && write.before ? write.before : {})
    for (const source of held) if (!holds.has(source.row)) mark(write, source, null)
    for (const source of holds.values()) mark(write, source, numberOf(write.after, 'number'))
  },
})

const rules = ({ definition }: Write) => settingOf(definition, 'deposits')

function sourcesIn(write: Write, record: Row): Source[] {
  const { lines, sources } = rules(write)
  return linesOf(record, lines).flatMap((line, index) => {
    const kind = sources.find(({ by }) => line[by] !== null)
    const row = kind && write.find(kind.resource, 'number', line[kind.by])
    return kind && row ? [{ index, line, member: kind.by, resource: kind.resource, row }] : []
  })
}

const sourceName = (write: Write, { resource, line, member }: Source): [string, unknown] => [
  write.modelOf(resource),
  line[member],
]

/** The reasons why a source cannot be deposited (§4.6). */
function unfit(write: Write, source: Source): Message[] {
  const { row, line, resource } = source
  const name = sourceName(write, source)
  const { bankAmount } = settingOf(write.world.registry.type(resource).definition, 'money')
  const account = write.find(ACCOUNTS, 'number', row.account_number)
  const isElsewhere = row.account_number !== null && account?.system_ref !== 'Undeposited Funds'
  const isTaken = row.deposit_number !== null && row.deposit_number !== write.before?.number
  return [
    ...(row.record_status !== 'posted' ? [messages.notPosted(...name)] : []),
    ...(row.company_id !== write.after.company_id ? [messages.mismatch(...name, 'company')] : []),
    ...(row.money_currency !== write.after.currency_iso_4217_code
      ? [messages.mismatch(...name, 'currency')]
      : []),
    ...(isElsewhere || isTaken ? [messages.notUndeposited(...name)] : []),
    ...(textOf(line, 'amount') !== row[bankAmount] ? [messages.mismatch(...name, 'amount')] : []),
  ]
}

/** A source shows members of its deposit, so it changes when the deposit or these members change. */
function mark(write: Write, { row, resource }: Source, number: number | null): void {
  const isShownAnew = number !== null && shownMembers(write, resource).some((name) => isChanged(write, name))
  if (row.deposit_number === number && !isShownAnew) return
  changeRow(write, resource, row, { deposit_number: number })
}

const isChanged = ({ before, after }: Write, name: string): boolean => before?.[name] !== after[name]

/** The members of the deposit that its sources show. */
const shownMembers = ({ world, definition }: Write, resource: string): readonly string[] =>
  Object.values(world.registry.type(resource).definition.fields).flatMap(({ derived }) =>
    derived?.kind === 'named-by' && derived.resource === definition.name ? derived.members : [],
  )
