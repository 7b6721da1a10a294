import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { BrokenInvariant, Company, LedgerEntry, TrialBalanceLine } from '../../../index'
import {
  accountRows,
  type BalancedLine,
  DAYS_ASKED,
  type Days,
  rowsWithin,
  sumsByKind,
} from '../account-entries'
import { balanceText, sumOf } from '../amounts'
import { dataTable } from '../data-table'
import { detailsPane } from '../details-pane'
import type { RecordLink } from '../entries'
import { spaced } from '../record-name'
import { changesOf, touchedBy } from '../touched'
import type { View, ViewContext } from '../view'
import { button, link, READING, recordLink, valueIn } from '../widgets'

/** Entries beyond these are in the sums only. */
const ROWS_AT_MOST = 200

const NOTHING = 'The ledger has no entries.'
const NOTHING_THEN = 'No record with entries was changed in this time.'

type CompanyBooks = Pick<Company, 'id' | 'name' | 'currency_iso_4217_code'>

/** Debits and credits by account, the entries of one account, and whether the books hold. */
export function trialBalanceView(context: ViewContext): View {
  const { controls, timeline, range, organization, attempt, update, go } = context
  let lines: readonly TrialBalanceLine[] = []
  let companies: readonly CompanyBooks[] = []
  let broken: readonly BrokenInvariant[] | undefined
  let opened: TrialBalanceLine | undefined
  /** The account that a link has led to. */
  let wanted: number | undefined
  /** Undefined until they are read. */
  let rows: readonly BalancedLine[] | undefined
  let atMost = ROWS_AT_MOST
  let days: Days = { from: '', to: '' }
  let changed: ReturnType<typeof changesOf> = () => new Set()
  /** All of the chosen time. */
  let booked: readonly LedgerEntry[] | undefined

  /** Of the chosen time: entries of the records that were changed in it, because the ledger knows days only. */
  async function read(): Promise<readonly TrialBalanceLine[]> {
    const all = await controls.get<readonly TrialBalanceLine[]>('/books/trial-balance')
    const within = range.current
    const touched = within && touchedBy(range.of(await timeline.lines()), organization())
    booked =
      touched &&
      (await controls.get<readonly LedgerEntry[]>('/books/entries')).filter(({ record: { type, number } }) =>
        touched.get(type)?.has(number),
      )
    return booked ? partOf(all, booked) : all
  }

  async function readEntries(): Promise<void> {
    const of = opened
    if (!of) return
    const { company_id, account_number } = of
    const entries =
      booked?.filter((entry) => entry.company_id === company_id) ??
      (await controls.get<readonly LedgerEntry[]>(
        `/books/entries?company=${company_id}&account=${account_number}`,
      ))
    // Another account was opened meanwhile.
    if (of !== opened) return
    rows = accountRows(entries, account_number)
    const shown = latestOf(rowsWithin(rows, days).within).map(({ record }) => record)
    changed = changesOf(shown, await timeline.lines(), organization())
  }

  const latestOf = (within: readonly BalancedLine[]): readonly BalancedLine[] => within.slice(-atMost)

  const check = (): Promise<void> =>
    attempt(async () => {
      broken = await controls.get<readonly BrokenInvariant[]>('/books/check')
      update()
    })

  function open(line: TrialBalanceLine | undefined): void {
    opened = line
    rows = undefined
    atMost = ROWS_AT_MOST
    go('Trial balance', {})
  }

  const dayField = (name: 'from' | 'to', title: string): TemplateResult =>
    html`<label>${title} <input
      placeholder="YYYY-MM-DD"
      pattern=${DAYS_ASKED}
      title="A day such as 2026-01-31, or a month such as 2026-01"
      .value=${days[name]}
      @change=${(event: Event) => (event.target as HTMLInputElement).reportValidity()}
      @input=${(event: Event) => {
        if (!(event.target as HTMLInputElement).checkValidity()) return
        days = { ...days, [name]: valueIn(event) }
        void attempt(readEntries)
      }}
    /></label>`

  function details({ account_number, account_name, balance }: TrialBalanceLine): TemplateResult {
    const { opening, within } = rowsWithin(rows ?? [], days)
    const sums = sumsByKind(within)
    const total = (side: 'debit' | 'credit' | 'balance'): string => sumOf(sums.map((one) => one[side]))
    return detailsPane(
      {
        name: 'Details of the account',
        title: `${account_number} ${account_name}, ${balanceText(balance)}`,
        close: () => open(undefined),
      },
      rows === undefined
        ? READING
        : html`<div class="bar" role="group" aria-label="Days">${dayField('from', 'From')} ${dayField('to', 'To')}</div>
      ${dataTable(
        `Sums of ${account_number}`,
        ['Records', 'Lines', 'Debit', 'Credit', 'Balance'],
        sums.map(({ type, count, debit, credit, balance: own }) => [spaced(type), count, debit, credit, own]),
        { totals: [['Total', within.length, total('debit'), total('credit'), total('balance')]] },
      )}
      <h3>Entries</h3>
      ${
        within.length > atMost
          ? html`<p class="quiet">The latest ${atMost} of ${within.length}. ${link('Show all', () => {
              atMost = Number.POSITIVE_INFINITY
              void attempt(readEntries)
            })}</p>`
          : nothing
      }
      ${dataTable(
        `Entries of ${account_number}`,
        ['Date', 'Record', 'Debit', 'Credit', 'Balance', 'Changed by'],
        [
          ...(days.from === '' ? [] : [[days.from, 'Balance before', '', '', opening, '']]),
          ...latestOf(within).map(({ date, record, debit, credit, balance: after }) => [
            date,
            recordLink(record, go),
            debit,
            credit,
            after,
            changers(record),
          ]),
        ],
        { isMultiline: true },
      )}`,
    )
  }

  /** The first and the latest entries that changed the record. */
  function changers(record: RecordLink): TemplateResult {
    const all = [...changed(record)]
    const shown = all.length > 2 ? [all[0], all.at(-1)] : all
    return html`${shown.map(
      (line) => line && link(`#${line.entry.sequence}`, () => go('Timeline', { entry: line.entry.sequence })),
    )}${all.length > 2 ? ` of ${all.length}` : ''}`
  }

  const companyOf = (id: number): CompanyBooks | undefined => companies.find((one) => one.id === id)

  /** Each company has books of its own, in a currency of its own. */
  function totals(): (string | number)[][] {
    return [...new Set(lines.map(({ company_id }) => company_id))].map((id) => {
      const own = lines.filter(({ company_id }) => company_id === id)
      const sum = (side: 'debits' | 'credits' | 'balance'): string => sumOf(own.map((line) => line[side]))
      const currency = companyOf(id)?.currency_iso_4217_code ?? ''
      return [
        companyOf(id)?.name ?? id,
        '',
        `Total ${currency}`,
        sum('debits'),
        sum('credits'),
        sum('balance'),
      ]
    })
  }

  return {
    name: 'Trial balance',
    reveal({ account }) {
      wanted = account
    },
    async load() {
      const found = await read()
      companies = (await controls.get<{ items: readonly CompanyBooks[] }>('/records/companies?limit=100'))
        .items
      // The verdict was on other books.
      if (JSON.stringify(found) !== JSON.stringify(lines)) broken = undefined
      lines = found
      const isOpened = ({ company_id, account_number }: TrialBalanceLine): boolean =>
        wanted === undefined
          ? company_id === opened?.company_id && account_number === opened.account_number
          : account_number === wanted
      opened = lines.find(isOpened)
      // It has no entry in the chosen time.
      if (wanted !== undefined && !opened && booked) return range.choose(undefined)
      wanted = undefined
      await readEntries()
    },
    render: () =>
      html`<div class="bar">
          ${button('Check the books', check)}
          <span class="count" aria-live="polite">${broken && verdictOn(broken)}</span>
          ${booked ? html`<span class="quiet">Entries of the records that were changed in this time</span>` : nothing}
        </div>
        <div class="split"><div class="scroll" tabindex="0" role="region" aria-label="Accounts">
          ${(broken ?? []).map((one) => html`<p class="bad">${one.invariant}: ${one.where}: ${one.text}</p>`)}
          ${dataTable(
            'Trial balance',
            ['Company', 'Account', 'Name', 'Debits', 'Credits', 'Balance'],
            lines.map((line) => [
              companyOf(line.company_id)?.name ?? line.company_id,
              link(String(line.account_number), () => open(line)),
              line.account_name,
              line.debits,
              line.credits,
              line.balance,
            ]),
            {
              isBlockWhenNarrow: true,
              totals: totals(),
              opensByRow: true,
              isOpened: (at) => lines[at] === opened,
            },
          )}
          ${lines.length === 0 ? html`<p class="empty">${booked ? NOTHING_THEN : NOTHING}</p>` : ''}
        </div>${opened ? details(opened) : nothing}</div>`,
  }
}

const partOf = (
  all: readonly TrialBalanceLine[],
  entries: readonly LedgerEntry[],
): readonly TrialBalanceLine[] =>
  all.flatMap((line) => {
    const own = entries
      .filter(({ company_id }) => company_id === line.company_id)
      .flatMap(({ lines }) => lines.filter(({ account_number }) => account_number === line.account_number))
    const debits = sumOf(own.map(({ debit }) => debit))
    const credits = sumOf(own.map(({ credit }) => credit))
    return own.length === 0 ? [] : [{ ...line, debits, credits, balance: sumOf([debits, `-${credits}`]) }]
  })

const verdictOn = (broken: readonly BrokenInvariant[]): string =>
  broken.length === 0 ? 'The books hold.' : `${broken.length} broken invariants`
