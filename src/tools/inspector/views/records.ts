import { html, nothing, type TemplateResult } from 'lit/html.js'
import { grouped } from '../amounts'
import { ColumnChoice } from '../column-choice'
import { type Cell, dataTable } from '../data-table'
import type { Line, RecordLink } from '../entries'
import { cellOf, type RecordJson, type RecordType } from '../record-columns'
import { recordDetails, type ShownRecord } from '../record-details'
import { recordName } from '../record-name'
import { resized } from '../rendered'
import { touchedBy } from '../touched'
import type { View, ViewContext } from '../view'
import { button, READING, valueIn } from '../widgets'

const PAGE = 50

/** Such as `approved`. */
const doneOf = (action: string): string => (action === 'pay' ? 'paid' : action.replace(/e?$/, 'ed'))

/** Identifiers by record type. */
type Touched = ReturnType<typeof touchedBy>

/** The content of the table, until something else is read. */
interface Page {
  readonly of: string
  readonly items: readonly RecordJson[]
  readonly count: number
}

/** The records of each type, and the ledger entries of one. */
export function recordsView(context: ViewContext): View {
  const { controls, timeline, range, organization, attempt, send, update, go } = context
  let types: readonly RecordType[] = []
  let counts: Readonly<Record<string, { readonly count: number; readonly pending: number }>> = {}
  let chosen = 'invoices'
  let page: Page = { of: chosen, items: [], count: 0 }
  let offset = 0
  let search = ''
  let ordering = ''
  const columnsShown = new ColumnChoice(update)
  let opened: RecordLink | undefined
  let shown: ShownRecord | undefined
  let missing: RecordLink | undefined
  let lines: readonly Line[] = []
  /** The records that changed in the chosen time. */
  let touched: Touched | undefined

  const typeNamed = (type: string | undefined): RecordType | undefined =>
    types.find(({ name }) => name === type)

  async function load(): Promise<void> {
    types = await controls.recordTypes()
    counts = await controls.get('/record-counts')
    await readPage()
    const wanted = opened
    const found = wanted && (await read(wanted))
    if (wanted === opened) {
      shown = found
      missing = found ? undefined : wanted
    }
    if (found) lines = await timeline.lines()
  }

  function pathOfPage(): string {
    const filter = search === '' ? '' : `&search=${encodeURIComponent(search)}`
    const order = ordering === '' ? '' : `&ordering=${ordering}`
    return `/records/${chosen}?limit=${PAGE}&offset=${offset}${filter}${order}`
  }

  async function readPage(): Promise<void> {
    const of = chosen
    const [path, within] = [pathOfPage(), range.current]
    const changed = within && touchedBy(range.of(await timeline.lines()), organization())
    const found = await (changed ? readTouched(changed) : controls.get<Omit<Page, 'of'>>(path))
    // Something else was chosen meanwhile, which another reading shows.
    if (path !== pathOfPage() || within !== range.current) return
    page = { of, ...found }
    touched = changed
    if (found.items.length > 0 || offset === 0) return
    // Records behind which this page began are gone.
    offset = 0
    await readPage()
  }

  /** One that was removed since is counted, and has no row. */
  async function readTouched(changed: Touched): Promise<Omit<Page, 'of'>> {
    const ids = [...(changed.get(chosen) ?? [])]
    const rows = ids
      .slice(offset, offset + PAGE)
      .map((id) => controls.find<RecordJson>(`/records/${chosen}/${id}`))
    return { items: (await Promise.all(rows)).filter((row) => row !== undefined), count: ids.length }
  }

  /** Undefined if the record is not there, or not there any more. */
  async function read(name: RecordLink): Promise<ShownRecord | undefined> {
    const path = `/records/${name.type}/${name.id}`
    const record = await controls.find<RecordJson>(path)
    if (!record) return undefined
    const [ledger, versions, actions, events, chart, { now }] = await Promise.all([
      controls.get<ShownRecord['ledger']>(`${path}/ledger`),
      controls.get<ShownRecord['versions']>(`${path}/history`),
      controls.get<ShownRecord['actions']>(`${path}/actions`),
      controls.get<ShownRecord['events']>(`${path}/events`),
      controls.get<readonly { account_number: number; account_name: string }[]>('/books/trial-balance'),
      controls.get<{ now: string }>(''),
    ])
    const accounts = new Map(chart.map((one) => [one.account_number, one.account_name]))
    return { name, record, ledger, accounts, versions, actions, events, today: now.slice(0, 10) }
  }

  const turn = (to: {
    chosen?: string
    offset?: number
    search?: string
    ordering?: string
  }): Promise<void> =>
    attempt(async () => {
      ordering = to.ordering ?? (to.chosen === undefined ? ordering : '')
      chosen = to.chosen ?? chosen
      search = to.search ?? search
      offset = to.offset ?? 0
      opened = undefined
      shown = undefined
      missing = undefined
    })

  const open = (name: RecordLink | undefined): void => {
    opened = name
    missing = undefined
    shown = undefined
    go('Records', {})
  }

  const act = (name: string, given: Readonly<Record<string, string>>): void => {
    if (!opened) return
    const { type, id } = opened
    const part =
      name === 'pay' && Number(given.amount) !== Number(shown?.record.amount_due) ? given.amount : undefined
    const done = `${part ? `${part} of ` : ''}${recordName(opened)} is ${doneOf(name)}.`
    void send('POST', `/records/${type}/${id}/actions/${name}`, done, given)
  }

  function cellsOf(row: RecordJson, { identifier }: RecordType, columns: readonly string[]): Cell[] {
    const id = Number(row[identifier])
    const label = `Open ${page.of} ${id}`
    const opener = button(String(id), () => open({ type: page.of, id }), { label, style: 'link' })
    return [opener, ...columns.map((column) => cellOf(row[column]))]
  }

  const toolbar = (of: RecordType | undefined): TemplateResult => {
    const first = page.count === 0 ? 0 : offset + 1
    return html`<div class="bar">
      <label>
        Record type
        <select @change=${(event: Event) => turn({ chosen: valueIn(event) })}>
          ${[...types]
            .sort((one, other) => Number(countOf(other) > 0) - Number(countOf(one) > 0))
            .map(
              (type) =>
                html`<option
                  value=${type.name}
                  .selected=${type.name === chosen}
                >${type.title}${countText(type)}</option>`,
            )}
        </select>
      </label>
      <input
        type="search"
        aria-label="Search records"
        placeholder="Search"
        title="Names, references and memos; the service searches no amounts and no states"
        ?disabled=${touched !== undefined}
        .value=${search}
        @input=${(event: Event) => turn({ search: valueIn(event) })}
      />
      ${button('Previous', () => turn({ offset: Math.max(0, offset - PAGE) }), { isDisabled: offset === 0 })}
      ${button('Next', () => turn({ offset: offset + PAGE }), { isDisabled: offset + PAGE >= page.count })}
      ${of ? columnsShown.picker(of) : nothing}
      <span class="count">
        ${page.of === chosen ? `${first} to ${Math.min(page.count, offset + PAGE)} of ${grouped(page.count)}` : nothing}
        ${touched ? 'that were changed in this time' : nothing}
      </span>
    </div>`
  }

  function table(of: RecordType): TemplateResult {
    const columns = columnsShown.of(of, page.items)
    return html`<div class="main scroll" tabindex="0" role="region" aria-label="Record table"
      ${resized(columnsShown.measure)}>
      ${dataTable(
        'Records',
        [of.identifier, ...columns],
        page.items.map((row) => cellsOf(row, of, columns)),
        {
          opensByRow: true,
          isOpened: (at) => page.of === opened?.type && Number(page.items[at]?.[of.identifier]) === opened.id,
          head: (column) => headOf(column, of),
        },
      )}
      ${page.items.length === 0 ? html`<p class="empty">${emptyText(of)}</p>` : nothing}
    </div>`
  }

  const countOf = ({ name }: RecordType): number =>
    (touched ? touched.get(name)?.size : counts[name]?.count) ?? 0

  const countText = (type: RecordType): string => {
    const [count, pending] = [countOf(type), touched ? 0 : (counts[type.name]?.pending ?? 0)]
    const parts = [
      ...(count > 0 ? [`${grouped(count)}${touched ? ' changed' : ''}`] : []),
      ...(pending > 0 ? [`${pending} to approve`] : []),
    ]
    return parts.length > 0 ? ` (${parts.join(', ')})` : ''
  }

  /** A button where the service can order by the column: up, down, and no more. */
  function headOf(column: string, { orderings }: RecordType): Cell {
    if (touched || !orderings.includes(column)) return column
    const sign = ordering === column ? ' ▲' : ordering === `-${column}` ? ' ▼' : ''
    const next = { '': column, ' ▲': `-${column}`, ' ▼': '' }[sign] ?? ''
    return html`<button type="button" class="link" title="Order by ${column}" @click=${() => turn({ ordering: next })}>
      ${column}${sign}</button>`
  }

  const emptyText = ({ title }: RecordType): string =>
    touched
      ? `No ${title.toLowerCase()} were changed in this time.`
      : search === ''
        ? `There are no ${title.toLowerCase()}.`
        : 'Nothing matches.'

  return {
    name: 'Records',
    load,
    reveal({ record }) {
      if (!record) return
      if (record.type !== chosen) {
        chosen = record.type
        ordering = ''
        offset = 0
        search = ''
      }
      opened = record
      shown = undefined
      missing = undefined
    },
    render() {
      const of = typeNamed(page.of)
      const names = types.map(({ name }) => name)
      const around = {
        types: names,
        lines,
        organization: organization(),
        go,
        act,
        close: () => open(undefined),
      }
      const shownType = typeNamed(shown?.name.type)
      return html`${toolbar(of)}
        <div class="split">
          ${of && page.of === chosen ? table(of) : READING}
          ${shown && shownType ? recordDetails(shown, shownType, around) : nothing}
          ${opened && !shown && !missing ? html`<aside class="details">${READING}</aside>` : nothing}
          ${missing ? html`<p class="empty">${recordName(missing)} is not there.</p>` : nothing}
        </div>`
    },
  }
}
