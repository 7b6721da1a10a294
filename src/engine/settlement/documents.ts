import { type Cents, centsText } from '../../kernel/cents'
import { invariant } from '../../kernel/invariant'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { centsOf, linesOf, type MutableRow, textOf } from '../model/row'
import type { Definition, Settlement } from '../schema/define'
import { changeRow } from '../write/save'
import type { Write } from '../write/write'

/** One application of a document: by a line, or by the record itself if it spends a source. */
export interface Applied {
  /** Index of the line; undefined for the record itself. */
  readonly index: number | undefined
  readonly line: MutableRow
  readonly kind: Settlement
  readonly document: Row
  readonly model: string
}

export const settlementRules = (definition: Definition) => settingOf(definition, 'settles')

/** The kind of document that a line, or a record itself, settles. */
export const settlementOf = (line: Row, kinds: readonly Settlement[]): Settlement | undefined =>
  kinds.find(({ by }) => (line[by] ?? null) !== null)

/** The applications of the lines, then the application of the record's own source. */
export function appliedIn(write: Write, row: Row): Applied[] {
  const { lines, references, sources = [] } = settlementRules(write.definition)
  const ofLine = (line: Row, index: number | undefined, kinds: readonly Settlement[]): Applied[] => {
    const kind = settlementOf(line, kinds)
    const document = kind && write.find(kind.settles, kind.key ?? 'number', line[kind.by])
    return kind && document ? [{ index, line, kind, document, model: write.modelOf(kind.settles) }] : []
  }
  return [
    ...linesOf(row, lines).flatMap((line, index) => ofLine(line, index, references)),
    ...ofLine(row, undefined, sources),
  ]
}

/** True if the line reduces the amount of the record. */
export const countsDown = ({ kind, document }: Pick<Applied, 'kind' | 'document'>): boolean =>
  kind.counts === 'down' || (kind.counts === 'by-side' && document.side === 'debit')

/** Problems with documents are reported on the lines, whichever member names the document. */
export function complainAbout(write: Write, { index }: Applied, text: Message): void {
  write.problems.add(
    settlementRules(write.definition).lines,
    index === undefined ? text : onLine(index, text),
  )
}

/** The settled documents, with their balances after the write. */
export class SettledDocuments {
  readonly #write: Write
  readonly #changed = new Map<Row, { readonly type: string; readonly after: MutableRow }>()

  constructor(write: Write) {
    this.#write = write
  }

  /** Gives back the amounts that the record took before the edit. */
  giveBack(before: Row): void {
    for (const { kind, document, line } of appliedIn(this.#write, before))
      this.#move(kind, document, -centsOf(line, 'amount'), -centsOf(line, 'carrying_amount'))
  }

  /** Takes an amount. The line stores its carrying amount, at the document's rate in company currency. */
  take(one: Applied): void {
    const { kind, document, line } = one
    const after = this.#afterOf(kind, document)
    const open = centsOf(after, balanceOf(this.#write, kind).open)
    const amount = centsOf(line, 'amount')
    if (amount > open) complainAbout(this.#write, one, messages.overApplied(one.model, line[kind.by]))
    // The last part of an open balance takes its whole remaining company value (§12.3).
    const carryingAmount =
      amount === open
        ? centsOf(after, 'open_company')
        : this.#write.product(textOf(line, 'amount'), textOf(document, 'exchange_rate'))
    line.carrying_amount = centsText(carryingAmount)
    line.carrying_rate = document.exchange_rate
    this.#move(kind, document, amount, carryingAmount)
  }

  write(): void {
    for (const [document, { type, after }] of this.#changed)
      if (JSON.stringify(document) !== JSON.stringify(after)) changeRow(this.#write, type, after)
  }

  #afterOf(kind: Settlement, document: Row): MutableRow {
    const known = this.#changed.get(document)
    if (known) return known.after
    const after = { ...document }
    this.#changed.set(document, { type: kind.settles, after })
    return after
  }

  #move(kind: Settlement, document: Row, amount: Cents, carryingAmount: Cents): void {
    const { applied, open } = balanceOf(this.#write, kind)
    const after = this.#afterOf(kind, document)
    after[applied] = centsText(centsOf(after, applied) + amount)
    after[open] = centsText(centsOf(after, open) - amount)
    after.open_company = centsText(centsOf(after, 'open_company') - carryingAmount)
  }
}

function balanceOf(write: Write, kind: Settlement): { readonly applied: string; readonly open: string } {
  const { balance } = write.world.registry.type(kind.settles).definition
  invariant(balance, `${kind.settles} cannot be settled`)
  return balance
}

/** Columns in which lines, and records with a source, store the amounts that they took. */
export const SETTLED_COLUMNS: Row = {
  carrying_amount: '0.00',
  carrying_rate: null,
  /** The amount with the sign that it has in the record's total. */
  signed_amount: '0.00',
  signed_carrying_amount: '0.00',
  /** The internal id of the document, for list filters. */
  document_id: null,
}
