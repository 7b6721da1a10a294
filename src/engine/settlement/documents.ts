import { invariant } from '../../kernel/invariant'
import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, decimalOf, linesOf, textOf } from '../model/row'
import type { Definition, Settlement } from '../schema/define'
import { touch } from '../write/save'
import type { Work } from '../write/write'

/** What takes from a document: a line of the record, or the record itself where it spends a source. */
export interface Applied {
  /** Undefined for the record itself. */
  readonly index: number | undefined
  readonly line: Draft
  readonly kind: Settlement
  readonly document: Row
  readonly model: string
}

export const settlementRules = (definition: Definition) =>
  definition.settles ?? { lines: '', references: [] as readonly Settlement[] }

/** Every document that the record names, those of its lines before its own source. */
export function appliedIn(work: Work, row: Row): Applied[] {
  const { lines, references, sources = [] } = settlementRules(work.definition)
  const ofLine = (line: Row, index: number | undefined, kinds: readonly Settlement[]): Applied[] => {
    const kind = kinds.find(({ by }) => (line[by] ?? null) !== null)
    const document = kind && work.find(kind.settles, kind.key ?? 'number', line[kind.by])
    return kind && document
      ? [{ index, line: line as Draft, kind, document, model: work.modelOf(kind.settles) }]
      : []
  }
  return [
    ...linesOf(row, lines).flatMap((line, index) => ofLine(line, index, references)),
    ...ofLine(row, undefined, sources),
  ]
}

/** Whether a line takes away from what the record is worth. */
export const countsDown = ({ kind, document }: Pick<Applied, 'kind' | 'document'>): boolean =>
  kind.counts === 'down' || (kind.counts === 'by-side' && document.side === 'debit')

/** Problems with documents stand under the lines, whichever of the record's members named them. */
export function complainAbout(work: Work, { index }: Applied, text: string): void {
  work.problems.add(
    settlementRules(work.definition).lines,
    index === undefined ? text : texts.line(index, text),
  )
}

/** The documents that a write takes from, as they will stand after it. */
export class SettledDocuments {
  readonly #work: Work
  readonly #drafts = new Map<Row, { readonly table: string; readonly draft: Draft }>()

  constructor(work: Work) {
    this.#work = work
  }

  /** Undoes what the record took before the edit. */
  giveBack(before: Row): void {
    for (const { kind, document, line } of appliedIn(this.#work, before))
      this.#move(kind, document, decimalOf(line, 'amount').negated(), decimalOf(line, 'relieved').negated())
  }

  /** The line keeps what it relieved in the company's currency, at the document's rate. */
  take(one: Applied): void {
    const { kind, document, line } = one
    const draft = this.#draftOf(kind, document)
    const open = decimalOf(draft, balanceOf(this.#work, kind).open)
    const amount = decimalOf(line, 'amount')
    if (amount.greaterThan(open)) complainAbout(this.#work, one, texts.overApplied(one.model, line[kind.by]))
    // The last of the open amount takes all that is left of it in the company's currency (docs/service.md
    // §12.3).
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

/** Columns that lines, and records with a source of their own, keep of what they took. */
export const SETTLED_COLUMNS: Row = {
  relieved: amountText(zero),
  relieved_rate: null,
  /** The amount with its sign in what the record is worth. */
  counted: amountText(zero),
  counted_relieved: amountText(zero),
  /** The document's internal id, which some lists filter by. */
  document_id: null,
}
