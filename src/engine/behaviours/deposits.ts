import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf, linesOf, numberOf, textOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import { touch } from '../write/save'
import type { Work } from '../write/write'

/** Records whose money can lie in Undeposited Funds remember the deposit that took it to the bank. */
export const depositable: Capability = {
  name: 'depositable',
  appliesTo: (definition) => definition.depositable === true,
  columns: () => ({ deposit_number: null }),
  isApplied: (before) => before.deposit_number !== null,

  /** The deposit took this money from where it lay. */
  limits(work) {
    const { before, draft, definition } = work
    if (!before || before.deposit_number === null || work.isArchived) return
    const { account = '', undeposited = '', bankAmount = '' } = definition.money ?? {}
    const changed = [account, undeposited, bankAmount].find((member) => before[member] !== draft[member])
    if (changed && before.amount === draft.amount) work.problems.add(changed, texts.fixedByApplied)
  },
}

interface Source {
  readonly index: number
  readonly line: Draft
  readonly member: string
  readonly resource: string
  readonly row: Row
}

/**
 * Takes money from Undeposited Funds to the bank: whole sources, each once, and other accounts
 * (docs/service.md §4.6).
 */
export const deposits: Capability = {
  name: 'deposits',
  rests: ['deposit-sources'],
  appliesTo: (definition) => definition.deposits !== undefined,
  lineColumns: (definition, member) =>
    definition.deposits?.lines === member ? { relieved: '0.00', relieved_rate: null, party_id: null } : {},

  references(work) {
    const { lines, sources, accounts } = rules(work)
    for (const [index, line] of draftLinesOf(work.draft, lines).entries()) {
      const named = [...sources.map(({ by }) => by), accounts].filter((member) => line[member] !== null)
      if (named.length !== 1) work.problems.add(lines, texts.line(index, texts.oneReference))
    }
  },

  state(work) {
    if (!work.isPosted) return
    const seen = new Set<Row>()
    for (const source of sourcesIn(work, work.draft)) {
      for (const text of unfit(work, source))
        work.problems.add(rules(work).lines, texts.line(source.index, text))
      if (seen.has(source.row))
        work.problems.add(rules(work).lines, texts.line(source.index, texts.twice(...nameOf(work, source))))
      seen.add(source.row)
    }
  },

  amounts(work) {
    const lines = draftLinesOf(work.draft, rules(work).lines)
    // Lists find a deposit by the customers of its sources, too.
    for (const line of lines) line.party_id = line.customer_id
    for (const { line, row } of sourcesIn(work, work.draft)) {
      line.party_id ??= row.customer_id
      line.relieved = row.money_value
      line.relieved_rate = row.exchange_rate
    }
    work.draft.amount = amountText(sum(lines.map((line) => decimalOf(line, 'amount'))))
  },

  effect(work) {
    const holds = new Map(
      sourcesIn(work, work.isPosted ? work.draft : {}).map((source) => [source.row, source]),
    )
    const held = sourcesIn(work, work.wasPosted && work.before ? work.before : {})
    for (const source of held) if (!holds.has(source.row)) mark(work, source, null)
    for (const source of holds.values()) mark(work, source, numberOf(work.draft, 'number'))
  },
}

const rules = (work: Work) => work.definition.deposits ?? { lines: '', sources: [], accounts: '' }

function sourcesIn(work: Work, record: Row): Source[] {
  const { lines, sources } = rules(work)
  return linesOf(record, lines).flatMap((line, index) => {
    const kind = sources.find(({ by }) => line[by] !== null)
    const row = kind && work.find(kind.resource, 'number', line[kind.by])
    return kind && row ? [{ index, line: line as Draft, member: kind.by, resource: kind.resource, row }] : []
  })
}

const nameOf = (work: Work, { resource, line, member }: Source): [string, unknown] => [
  work.modelOf(resource),
  line[member],
]

/** What keeps a source from being deposited (docs/service.md §4.6). */
function unfit(work: Work, source: Source): string[] {
  const { row, line, resource } = source
  const name = nameOf(work, source)
  const { bankAmount } = work.world.machine.resource(resource).definition.money ?? { bankAmount: '' }
  const account = work.find('accounts', 'number', row.account_number)
  const isElsewhere = row.account_number !== null && account?.system_ref !== 'Undeposited Funds'
  const isTaken = row.deposit_number !== null && row.deposit_number !== work.before?.number
  return [
    ...(row.record_status !== 'posted' ? [texts.notPosted(...name)] : []),
    ...(row.company_id !== work.draft.company_id ? [texts.mismatch(...name, 'company')] : []),
    ...(row.money_currency !== work.draft.currency_iso_4217_code
      ? [texts.mismatch(...name, 'currency')]
      : []),
    ...(isElsewhere || isTaken ? [texts.notUndeposited(...name)] : []),
    ...(textOf(line, 'amount') !== row[bankAmount] ? [texts.mismatch(...name, 'amount')] : []),
  ]
}

function mark(work: Work, { row, resource }: Source, number: number | null): void {
  if (row.deposit_number === number) return
  const draft: Draft = { ...row, deposit_number: number }
  touch(work.world, draft)
  work.table(resource).put(draft)
}
