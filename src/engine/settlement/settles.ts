import { amountText, type Decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf, textOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import {
  type Applied,
  appliedIn,
  complainAbout,
  countsDown,
  SETTLED_COLUMNS,
  SettledDocuments,
  settlementRules,
} from './documents'

/**
 * Lines that take from the open balance of documents, and records that spend a source on them
 * (docs/service.md §4.5). What each took is kept, so that an edit gives back exactly that.
 */
export const settles: Capability = {
  name: 'settles',
  rests: ['application-match', 'over-application', 'credit-line-sign'],
  appliesTo: (definition) => definition.settles !== undefined,
  columns: (definition) => (definition.settles?.sources ? SETTLED_COLUMNS : {}),
  lineColumns: (definition, member) => (definition.settles?.lines === member ? SETTLED_COLUMNS : {}),

  references(work) {
    const { lines, references, accounts, sources } = settlementRules(work.definition)
    const members = [...references.map(({ by }) => by), ...(accounts ? [accounts] : [])]
    for (const [index, line] of draftLinesOf(work.draft, lines).entries())
      if (named(line, members) !== 1) work.problems.add(lines, texts.line(index, texts.oneReference))
    const spent = sources?.map(({ by }) => by)
    if (spent && named(work.draft, spent) !== 1) work.problems.add('__all__', texts.oneReference)
    defaultCounterparty(work)
  },

  state(work) {
    if (!work.isPosted) return
    checkLineAccounts(work)
    const seen = new Set<Row>()
    for (const one of appliedIn(work, work.draft)) {
      for (const text of mismatches(work, one)) complainAbout(work, one, text)
      if (seen.has(one.document)) complainAbout(work, one, texts.twice(one.model, one.line[one.kind.by]))
      seen.add(one.document)
    }
  },

  dates(work) {
    const { datesCompared } = settlementRules(work.definition)
    const isCompared = datesCompared === undefined || work.draft[datesCompared] === true
    if (!work.isPosted || !isCompared || work.world.assumptions.read('line-date-validation') === 'ignore')
      return
    for (const one of appliedIn(work, work.draft))
      if (textOf(one.document, 'date') > textOf(work.draft, 'date'))
        complainAbout(work, one, texts.datedAfter(one.model, one.line[one.kind.by]))
  },

  amounts(work) {
    const { lines } = settlementRules(work.definition)
    const applied = new Map(appliedIn(work, work.draft).map((one) => [one.line, one]))
    const values: Decimal[] = []
    for (const [index, line] of draftLinesOf(work.draft, lines).entries()) {
      const amount = decimalOf(line, 'amount')
      const one = applied.get(line)
      if (one && !amount.greaterThan(zero)) work.problems.add(lines, texts.line(index, texts.moreThan(0)))
      const counted = one && countsDown(one) ? amount.negated() : amount
      line.counted = amountText(counted)
      line.document_id = one?.document.internal_id ?? null
      values.push(counted)
    }
    if ('unassigned_in_record' in work.draft) values.push(decimalOf(work.draft, 'unassigned_in_record'))
    work.draft.amount = amountText(sum(values))
  },

  limits(work) {
    const { lines, sources } = settlementRules(work.definition)
    const documents = new SettledDocuments(work)
    work.notes.set(settles.name, documents)
    if (work.wasPosted && work.before) documents.giveBack(work.before)
    for (const taker of [...draftLinesOf(work.draft, lines), ...(sources ? [work.draft] : [])])
      Object.assign(taker, { relieved: '0.00', relieved_rate: null, counted_relieved: '0.00' })
    if (!work.isPosted) return
    for (const one of appliedIn(work, work.draft)) {
      documents.take(one)
      const relieved = decimalOf(one.line, 'relieved')
      one.line.counted_relieved = amountText(countsDown(one) ? relieved.negated() : relieved)
    }
  },

  effect(work) {
    const documents = work.notes.get(settles.name)
    if (documents instanceof SettledDocuments) documents.write()
  },
}

/** An account of another company cannot take a line. */
function checkLineAccounts(work: Work): void {
  const { lines, accounts } = settlementRules(work.definition)
  if (!accounts) return
  for (const [index, line] of draftLinesOf(work.draft, lines).entries()) {
    const owner = work.find('accounts', 'number', line[accounts])?.company_id ?? null
    if (owner !== null && owner !== work.draft.company_id)
      work.problems.add(lines, texts.line(index, texts.account(line[accounts])))
  }
}

const named = (row: Draft, members: readonly string[]): number =>
  members.filter((member) => row[member] !== null).length

/** Without a counterparty of its own the record has that of what it names, if they agree on one. */
function defaultCounterparty(work: Work): void {
  const { counterparty, counterpartyFrom } = work.definition.document ?? {}
  if (!counterparty || !counterpartyFrom) return
  const isAsked = work.definition.fields[counterparty]?.presence !== 'none'
  if (isAsked && work.draft[counterparty] !== null) return
  const applied = appliedIn(work, work.draft)
  const asked = counterpartyFrom === 'source' ? applied.filter(({ index }) => index === undefined) : applied
  const found = new Set(asked.map(({ document }) => document[counterparty] ?? null))
  work.draft[counterparty] = found.size === 1 ? [...found][0] : null
}

function mismatches(work: Work, { line, kind, document, model }: Applied): string[] {
  const { draft, definition } = work
  const id = line[kind.by]
  const counterparty = definition.document?.counterparty ?? ''
  const isOther = (column: string): boolean => document[column] !== draft[column]
  return [
    ...(isOther('company_id') ? [texts.mismatch(model, id, 'company')] : []),
    ...(isOther('currency_iso_4217_code') ? [texts.mismatch(model, id, 'currency')] : []),
    ...(draft[counterparty] !== null && isOther(counterparty)
      ? [texts.mismatch(model, id, 'counterparty')]
      : []),
    ...(document.record_status !== 'posted' ? [texts.notPosted(model, id)] : []),
  ]
}
