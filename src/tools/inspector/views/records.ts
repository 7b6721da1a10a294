import { html, nothing, type TemplateResult } from 'lit/html.js'
import { grouped } from '../amounts'
import { ColumnChoice } from '../column-choice'
import { type Cell, dataTable } from '../data-table'
import type { Line, RecordLink } from '../entries'
import type { Controls } from '../port'
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

/** The choices of its user, and the answers that were read for them. */
interface State {
  types: readonly RecordType[]
  counts: Readonly<Record<string, { readonly count: number; readonly pending: number }>>
  chosen: string
  page: Page
  offset: number
  search: string
  ordering: string
  opened: RecordLink | undefined
  shown: ShownRecord | undefined
  missing: RecordLink | undefined
  /** The records that changed in the chosen time. */
  touched: Touched | undefined
}

type Turn = (to: Partial<Pick<State, 'chosen' | 'offset' | 'search' | 'ordering'>>) => Promise<void>

const typeNamed = ({ types }: State, type: string | undefined): RecordType | undefined =>
  types.find(({ name }) => name === type)

function pathOfPage({ chosen, offset, search, ordering }: State): string {
  const filter = search === '' ? '' : `&search=${encodeURIComponent(search)}`
  const order = ordering === '' ? '' : `&ordering=${ordering}`
  return `/records/${chosen}?limit=${PAGE}&offset=${offset}${filter}${order}`
}

/** One that was removed since is counted, and has no row. */
async function readTouched(
  controls: Controls,
  { chosen, offset }: State,
  changed: Touched,
): Promise<Omit<Page, 'of'>> {
  const ids = [...(changed.get(chosen) ?? [])]
  const rows = ids
    .slice(offset, offset + PAGE)
    .map((id) => controls.find<RecordJson>(`/records/${chosen}/${id}`))
  return { items: (await Promise.all(rows)).filter((row) => row !== undefined), count: ids.length }
}

/** Undefined if the record is not there, or not there any more. */
async function readRecord(controls: Controls, name: RecordLink): Promise<ShownRecord | undefined> {
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

/** The records of each type, and the ledger entries of one. */
export function recordsView(context: ViewContext): View {
  const { controls, timeline, range, organization, attempt, send, update, go } = context
  const state: State = {
    types: [],
    counts: {},
    chosen: 'invoices',
    page: { of: 'invoices', items: [], count: 0 },
    offset: 0,
    search: '',
    ordering: '',
    opened: undefined,
    shown: undefined,
    missing: undefined,
    touched: undefined,
  }
  let lines: readonly Line[] = []
  const columnsShown = new ColumnChoice(update)

  async function load(): Promise<void> {
    state.types = await controls.recordTypes()
    state.counts = await controls.get('/record-counts')
    await readPage()
    const wanted = state.opened
    const found = wanted && (await readRecord(controls, wanted))
    if (wanted === state.opened) {
      state.shown = found
      state.missing = found ? undefined : wanted
    }
    if (found) lines = await timeline.lines()
  }

  async function readPage(): Promise<void> {
    const of = state.chosen
    const [path, within] = [pathOfPage(state), range.current]
    const touched = within && touchedBy(range.of(await timeline.lines()), organization())
    const found = await (touched
      ? readTouched(controls, state, touched)
      : controls.get<Omit<Page, 'of'>>(path))
    // Something else was chosen meanwhile, which another reading shows.
    if (path !== pathOfPage(state) || within !== range.current) return
    Object.assign(state, { page: { of, ...found }, touched })
    if (found.items.length > 0 || state.offset === 0) return
    // Records behind which this page began are gone.
    state.offset = 0
    await readPage()
  }

  /** Other rows, and no details. */
  const turn: Turn = (to) =>
    attempt(async () => {
      const ordering = to.chosen === undefined ? state.ordering : ''
      Object.assign(state, CLOSED, { offset: 0, ordering }, to)
    })

  const open = (opened: RecordLink | undefined): void => {
    Object.assign(state, CLOSED, { opened })
    go('Records', {})
  }

  const act = (name: string, given: Readonly<Record<string, string>>): void => {
    const { opened, shown } = state
    if (!opened) return
    const { type, id } = opened
    const part =
      name === 'pay' && Number(given.amount) !== Number(shown?.record.amount_due) ? given.amount : undefined
    const done = `${part ? `${part} of ` : ''}${recordName(opened)} is ${doneOf(name)}.`
    void send('POST', `/records/${type}/${id}/actions/${name}`, done, given)
  }

  return {
    name: 'Records',
    load,
    reveal({ record }) {
      if (!record) return
      if (record.type !== state.chosen)
        Object.assign(state, { chosen: record.type, ordering: '', offset: 0, search: '' })
      Object.assign(state, CLOSED, { opened: record })
    },
    render() {
      const { page, opened, shown, missing, types } = state
      const of = typeNamed(state, page.of)
      const shownType = typeNamed(state, shown?.name.type)
      const around = {
        types: types.map(({ name }) => name),
        lines,
        organization: organization(),
        go,
        act,
        close: () => open(undefined),
      }
      return html`${toolbar(state, turn, of && columnsShown.picker(of))}
        <div class="split">
          ${of && page.of === state.chosen ? table(state, of, columnsShown, turn, open) : READING}
          ${shown && shownType ? recordDetails(shown, shownType, around) : nothing}
          ${opened && !shown && !missing ? html`<aside class="details">${READING}</aside>` : nothing}
          ${missing ? html`<p class="empty">${recordName(missing)} is not there.</p>` : nothing}
        </div>`
    },
  }
}

const CLOSED = { opened: undefined, shown: undefined, missing: undefined }

function toolbar(state: State, turn: Turn, picker: TemplateResult | undefined): TemplateResult {
  const { types, page, chosen, offset, search, touched } = state
  const first = page.count === 0 ? 0 : offset + 1
  return html`<div class="bar">
    <label>
      Record type
      <select @change=${(event: Event) => turn({ chosen: valueIn(event) })}>
        ${[...types]
          .sort((one, other) => Number(countOf(state, other) > 0) - Number(countOf(state, one) > 0))
          .map(
            (type) =>
              html`<option
                value=${type.name}
                .selected=${type.name === chosen}
              >${type.title}${countText(state, type)}</option>`,
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
    ${picker ?? nothing}
    <span class="count">
      ${page.of === chosen ? `${first} to ${Math.min(page.count, offset + PAGE)} of ${grouped(page.count)}` : nothing}
      ${touched ? 'that were changed in this time' : nothing}
    </span>
  </div>`
}

function table(
  state: State,
  of: RecordType,
  columnsShown: ColumnChoice,
  turn: Turn,
  open: (record: RecordLink) => void,
): TemplateResult {
  const { page, opened } = state
  const idOf = (row: RecordJson | undefined): number => Number(row?.[of.identifier])
  const columns = columnsShown.of(of, page.items)
  const opener = (id: number): TemplateResult =>
    button(String(id), () => open({ type: page.of, id }), { label: `Open ${page.of} ${id}`, style: 'link' })
  return html`<div class="main scroll" tabindex="0" role="region" aria-label="Record table"
    ${resized(columnsShown.measure)}>
    ${dataTable(
      'Records',
      [of.identifier, ...columns],
      page.items.map((row) => [opener(idOf(row)), ...columns.map((column) => cellOf(row[column]))]),
      {
        opensByRow: true,
        isOpened: (at) => page.of === opened?.type && idOf(page.items[at]) === opened.id,
        head: (column) => headOf(state, column, of, turn),
      },
    )}
    ${page.items.length === 0 ? html`<p class="empty">${emptyText(state, of)}</p>` : nothing}
  </div>`
}

const countOf = ({ touched, counts }: State, { name }: RecordType): number =>
  (touched ? touched.get(name)?.size : counts[name]?.count) ?? 0

function countText(state: State, type: RecordType): string {
  const { touched, counts } = state
  const [count, pending] = [countOf(state, type), touched ? 0 : (counts[type.name]?.pending ?? 0)]
  const parts = [
    ...(count > 0 ? [`${grouped(count)}${touched ? ' changed' : ''}`] : []),
    ...(pending > 0 ? [`${pending} to approve`] : []),
  ]
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

/** A button where the service can order by the column: up, down, and no more. */
function headOf({ touched, ordering }: State, column: string, { orderings }: RecordType, turn: Turn): Cell {
  if (touched || !orderings.includes(column)) return column
  const sign = ordering === column ? ' ▲' : ordering === `-${column}` ? ' ▼' : ''
  const next = { '': column, ' ▲': `-${column}`, ' ▼': '' }[sign] ?? ''
  return html`<button type="button" class="link" title="Order by ${column}" @click=${() => turn({ ordering: next })}>
    ${column}${sign}</button>`
}

const emptyText = ({ touched, search }: State, { title }: RecordType): string =>
  touched
    ? `No ${title.toLowerCase()} were changed in this time.`
    : search === ''
      ? `There are no ${title.toLowerCase()}.`
      : 'Nothing matches.'
