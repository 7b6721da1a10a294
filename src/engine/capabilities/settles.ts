import { invariant } from '../../kernel/invariant'
import { amountText, type Decimal, decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import type { Capability } from '../capability'
import { type Draft, decimalOf, draftLinesOf, linesOf, textOf } from '../columns'
import type { Definition, Settlement } from '../define'
import { touch } from '../save'
import { texts } from '../texts'
import type { Work } from '../work'

/** A line of the record, the document that it names and what is known about their kind. */
interface Applied {
  readonly index: number
  readonly line: Draft
  readonly kind: Settlement
  readonly document: Row
  readonly model: string
}

/**
 * Lines that take from the open balance of documents (docs/service.md §4.5). Each line keeps what it relieved in the
 * company's currency, at the document's rate, so that an edit gives back exactly that.
 */
export const settles: Capability = {
  name: 'settles',
  appliesTo: (definition) => definition.settles !== undefined,
  lineColumns: (definition, member) =>
    definition.settles?.lines === member ? { relieved: '0.00', relieved_rate: null } : {},

  references(work) {
    const { lines, references, accounts } = rules(work.definition)
    const members = [...references.map(({ by }) => by), ...(accounts ? [accounts] : [])]
    for (const [index, line] of draftLinesOf(work.draft, lines).entries()) {
      const named = members.filter((member) => line[member] !== null)
      if (named.length !== 1) work.problems.add(lines, texts.line(index, texts.oneReference))
    }
    defaultCounterparty(work)
  },

  state(work) {
    if (!work.isPosted) return
    const seen = new Set<Row>()
    for (const one of appliedLines(work)) {
      for (const text of mismatches(work, one)) complain(work, one, text)
      if (seen.has(one.document)) complain(work, one, texts.twice(one.model, one.line[one.kind.by]))
      seen.add(one.document)
    }
  },

  dates(work) {
    const { datesCompared } = rules(work.definition)
    const isCompared = datesCompared === undefined || work.draft[datesCompared] === true
    if (!work.isPosted || !isCompared || work.world.assumptions.read('line-date-validation') === 'ignore')
      return
    for (const one of appliedLines(work))
      if (textOf(one.document, 'date') > textOf(work.draft, 'date'))
        complain(work, one, texts.datedAfter(one.model, one.line[one.kind.by]))
  },

  amounts(work) {
    const { lines, references } = rules(work.definition)
    const values: Decimal[] = []
    for (const [index, line] of draftLinesOf(work.draft, lines).entries()) {
      const amount = decimalOf(line, 'amount')
      const kind = references.find(({ by }) => line[by] !== null)
      if (kind && !amount.greaterThan(zero)) work.problems.add(lines, texts.line(index, texts.moreThan(0)))
      values.push(kind?.counts === 'down' ? amount.negated() : amount)
    }
    if ('unassigned_in_record' in work.draft) values.push(decimalOf(work.draft, 'unassigned_in_record'))
    work.draft.amount = amountText(sum(values))
  },

  limits(work) {
    const documents = new Documents(work)
    work.notes.set(settles.name, documents)
    if (work.wasPosted && work.before) documents.giveBack(work.before)
    for (const line of draftLinesOf(work.draft, rules(work.definition).lines)) {
      line.relieved = '0.00'
      line.relieved_rate = null
    }
    if (work.isPosted) for (const one of appliedLines(work)) documents.take(one)
  },

  effect(work) {
    const documents = work.notes.get(settles.name)
    if (documents instanceof Documents) documents.write()
  },
}

const rules = (definition: Definition) =>
  definition.settles ?? { lines: '', references: [] as readonly Settlement[] }

const complain = (work: Work, { index }: Applied, text: string): void =>
  work.problems.add(rules(work.definition).lines, texts.line(index, text))

function appliedLines(work: Work): Applied[] {
  const { lines, references } = rules(work.definition)
  return draftLinesOf(work.draft, lines).flatMap((line, index) => {
    const kind = references.find(({ by }) => line[by] !== null)
    const document = kind && work.find(kind.settles, 'number', line[kind.by])
    return kind && document ? [{ index, line, kind, document, model: work.modelOf(kind.settles) }] : []
  })
}

/** Without a counterparty of its own the record has that of its documents, if they agree on one. */
function defaultCounterparty(work: Work): void {
  const { counterparty, counterpartyFrom } = work.definition.document ?? {}
  if (!counterparty || counterpartyFrom !== 'lines' || work.draft[counterparty] !== null) return
  const named = new Set(appliedLines(work).map(({ document }) => document[counterparty] ?? null))
  if (named.size === 1) work.draft[counterparty] = [...named][0]
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

/** The documents that a write takes from, as they will stand after it. */
class Documents {
  readonly #work: Work
  readonly #drafts = new Map<Row, { readonly table: string; readonly draft: Draft }>()

  constructor(work: Work) {
    this.#work = work
  }

  /** Undoes what the lines of the record took before the edit. */
  giveBack(before: Row): void {
    const { lines, references } = rules(this.#work.definition)
    for (const line of linesOf(before, lines)) {
      const kind = references.find(({ by }) => line[by] !== null)
      const document = kind && this.#work.find(kind.settles, 'number', line[kind.by])
      if (kind && document)
        this.#move(kind, document, decimalOf(line, 'amount').negated(), decimalOf(line, 'relieved').negated())
    }
  }

  take(one: Applied): void {
    const { kind, document, line } = one
    const draft = this.#draftOf(kind, document)
    const open = decimalOf(draft, balanceOf(this.#work, kind).open)
    const amount = decimalOf(line, 'amount')
    if (amount.greaterThan(open)) complain(this.#work, one, texts.overApplied(one.model, line[kind.by]))
    // The last of the open amount takes all that is left of it in the company's currency (docs/service.md §12.3).
    const relieved = amount.equals(open)
      ? decimalOf(draft, 'open_company')
      : this.#work.round(amount.times(decimal(textOf(document, 'exchange_rate'))))
    line.relieved = amountText(relieved)
    line.relieved_rate = document.exchange_rate
    this.#move(kind, document, amount, relieved)
  }

  write(): void {
    for (const [document, { table, draft }] of this.#drafts) {
      if (JSON.stringify(document) === JSON.stringify(draft)) continue
      touch(this.#work.world, draft)
      this.#work.table(table).put(draft)
    }
  }

  #draftOf(kind: Settlement, document: Row): Draft {
    const known = this.#drafts.get(document)
    if (known) return known.draft
    const draft = { ...document }
    this.#drafts.set(document, { table: kind.settles, draft })
    return draft
  }

  #move(kind: Settlement, document: Row, amount: Decimal, relieved: Decimal): void {
    const { taken, open } = balanceOf(this.#work, kind)
    const draft = this.#draftOf(kind, document)
    draft[taken] = amountText(decimalOf(draft, taken).plus(amount))
    draft[open] = amountText(decimalOf(draft, open).minus(amount))
    draft.open_company = amountText(decimalOf(draft, 'open_company').minus(relieved))
  }
}

function balanceOf(work: Work, kind: Settlement): { readonly taken: string; readonly open: string } {
  const { balance } = work.world.machine.resource(kind.settles).definition
  invariant(balance, `${kind.settles} cannot be settled`)
  return balance
}
