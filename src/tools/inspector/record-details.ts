import { html, nothing, type TemplateResult } from 'lit'
import { dataTable } from './data-table'
import { detailsPane } from './details-pane'
import { isAbout, type Line } from './entries'
import { entryLinks, recordLink } from './links'
import type { RecordType, Row } from './record-columns'
import type { Go, RecordName } from './subject'

export interface LedgerEntry {
  readonly transaction_id: number
  readonly date: string
  readonly lines: readonly {
    readonly account_number: number
    readonly debit: string
    readonly credit: string
  }[]
}

/** One record with what belongs to it. */
export interface ShownRecord {
  readonly name: RecordName
  readonly record: Row
  readonly ledger: readonly LedgerEntry[]
}

interface Around {
  readonly lines: readonly Line[]
  /** Whose record it is. */
  readonly organization: string
  readonly go: Go
  close(): void
}

/** The ledger of a record, the records that it names, what happened to it, and its members. */
export const recordDetails = (
  { name, record, ledger }: ShownRecord,
  { columns }: RecordType,
  { lines, organization, go, close }: Around,
): TemplateResult =>
  detailsPane(
    { name: 'Details of the record', title: `${name.type} ${name.id}`, close },
    html`<h3>Ledger</h3>
      ${
        ledger.length > 0
          ? ledgerTable(name, ledger)
          : html`<p class="quiet">No ledger entry belongs to this record.</p>`
      }
      ${references(record, columns, go)}
      ${entryLinks(
        'In the timeline',
        lines.filter(({ entry }) => isAbout(entry, name, organization)),
        go,
      )}
      <h3>Record</h3>
      <pre>${JSON.stringify(record, undefined, 2)}</pre>`,
  )

const ledgerTable = ({ id }: RecordName, ledger: readonly LedgerEntry[]): TemplateResult =>
  dataTable(
    `Ledger of ${id}`,
    ['Transaction', 'Date', 'Account', 'Debit', 'Credit'],
    ledger.flatMap(({ transaction_id, date, lines }) =>
      lines.map(({ account_number, debit, credit }) => [transaction_id, date, account_number, debit, credit]),
    ),
  )

function references(record: Row, columns: RecordType['columns'], go: Go): TemplateResult | typeof nothing {
  const named = columns.flatMap(({ name, reference }) => {
    const id = record[name]
    return reference !== undefined && typeof id === 'number' ? [{ type: reference, id }] : []
  })
  if (named.length === 0) return nothing
  return html`<h3>Refers to</h3>
    <ul class="links">
      ${named.map((one) => html`<li>${recordLink(one, go)}</li>`)}
    </ul>`
}
