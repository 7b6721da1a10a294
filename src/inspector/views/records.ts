import { html, nothing, type TemplateResult } from 'lit'
import { type Cell, dataTable } from '../data-table'
import type { View, ViewContext } from '../view'

type Row = Readonly<Record<string, unknown>>

interface Entry {
  readonly transaction_id: number
  readonly date: string
  readonly lines: readonly {
    readonly account_number: number
    readonly debit: string
    readonly credit: string
  }[]
}

const PAGE = 50
/** Members that say who a record is, first; bookkeeping of the service last. */
const FIRST = [
  'number',
  'id',
  'name',
  'date',
  'amount',
  'amount_due',
  'record_status',
  'customer_name',
  'vendor_name',
]
const LAST = ['created_by', 'updated_by', 'approval_status', 'next_approvers', 'rejected_by', 'attachments']

/** The records of each type, and the ledger entries of one. */
export function recordsView({ controls, update, attempt }: ViewContext): View {
  let types: readonly string[] = []
  let type = 'invoices'
  let page = { items: [] as readonly Row[], count: 0 }
  let offset = 0
  let search = ''
  let ledger: { readonly number: number; readonly entries: readonly Entry[] } | undefined

  async function load(): Promise<void> {
    if (types.length === 0) types = await controls.get<readonly string[]>('/records')
    const filter = search === '' ? '' : `&search=${encodeURIComponent(search)}`
    page = await controls.get(`/records/${type}?limit=${PAGE}&offset=${offset}${filter}`)
  }

  const go = (to: { type?: string; offset?: number; search?: string }): Promise<void> =>
    attempt(async () => {
      type = to.type ?? type
      search = to.search ?? search
      offset = to.offset ?? 0
      ledger = undefined
      await load()
    })

  const showLedger = (number: number): Promise<void> =>
    attempt(async () => {
      const all = await controls.get<readonly (Entry & { record: { type: string } })[]>(
        `/books/entries?number=${number}`,
      )
      ledger = { number, entries: all.filter(({ record }) => record.type === type) }
      update()
    })

  const cellsOf = (row: Row, columns: readonly string[]): Cell[] => [
    typeof row.number === 'number'
      ? html`<button type="button" @click=${() => showLedger(Number(row.number))}>Ledger of ${row.number}</button>`
      : '',
    ...columns.map((column) => cellOf(row[column])),
  ]

  const toolbar = (): TemplateResult =>
    html`<div class="bar">
      <label>
        Record type
        <select @change=${(event: Event) => go({ type: (event.target as HTMLSelectElement).value })}>
          ${types.map((one) => html`<option value=${one} ?selected=${one === type}>${one}</option>`)}
        </select>
      </label>
      <input
        type="search"
        aria-label="Search records"
        placeholder="Search"
        @change=${(event: Event) => go({ search: (event.target as HTMLInputElement).value })}
      />
      <button type="button" ?disabled=${offset === 0} @click=${() => go({ offset: Math.max(0, offset - PAGE) })}>
        Previous
      </button>
      <button type="button" ?disabled=${offset + PAGE >= page.count} @click=${() => go({ offset: offset + PAGE })}>
        Next
      </button>
      <span class="count">
        ${page.count === 0 ? 0 : offset + 1} to ${Math.min(page.count, offset + PAGE)} of ${page.count}
      </span>
    </div>`

  return {
    name: 'Records',
    load,
    render() {
      const columns = columnsOf(page.items)
      return html`${toolbar()}
        <div class="scroll" tabindex="0" role="region" aria-label="Record table">
          ${ledger ? ledgerOf(ledger) : nothing}
          ${dataTable(
            'Records',
            ['Ledger', ...columns],
            page.items.map((row) => cellsOf(row, columns)),
          )}
          ${page.items.length === 0 ? html`<p class="empty">There are no ${type}.</p>` : nothing}
        </div>`
    },
  }
}

const ledgerOf = ({
  number,
  entries,
}: {
  readonly number: number
  readonly entries: readonly Entry[]
}): TemplateResult =>
  html`<h2>Ledger of ${number}</h2>
    ${dataTable(
      `Ledger of ${number}`,
      ['Transaction', 'Date', 'Account', 'Debit', 'Credit'],
      entries.flatMap(({ transaction_id, date, lines }) =>
        lines.map(({ account_number, debit, credit }) => [
          transaction_id,
          date,
          account_number,
          debit,
          credit,
        ]),
      ),
    )}`

function columnsOf(rows: readonly Row[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const rest = all.filter((name) => !FIRST.includes(name) && !LAST.includes(name))
  return [
    ...FIRST.filter((name) => all.includes(name)),
    ...rest,
    ...LAST.filter((name) => all.includes(name)),
  ]
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? '' : `${value.length} of them`
  if (typeof value === 'object') return 'timestamp' in value ? String(value.timestamp) : JSON.stringify(value)
  return value as string | number | boolean
}
