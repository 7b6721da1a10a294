import { html, nothing, type TemplateResult } from 'lit/html.js'
import { sumOf } from '../amounts'
import { dataTable } from '../data-table'
import { detailsPane } from '../details-pane'
import { link, recordLink } from '../links'
import type { LedgerEntryJson } from '../record-details'
import { touchedBy } from '../touched'
import type { View, ViewContext } from '../view'

const NOTHING = 'The ledger has no entries.'
const NOTHING_THEN = 'No record with entries was changed in this time.'

interface BalanceLine {
  readonly company_id: number
  readonly account_number: number
  readonly account_name: string
  readonly debits: string
  readonly credits: string
  readonly balance: string
}

interface Broken {
  readonly invariant: string
  readonly where: string
  readonly text: string
}

/** An entry with the record that it comes from. */
interface SourcedEntry extends LedgerEntryJson {
  readonly company_id: number
  readonly record: { readonly type: string; readonly number: number }
}

interface Company {
  readonly id: number
  readonly name: string
  readonly currency_iso_4217_code: string
}

/** Debits and credits by account, the entries of one account, and whether the books hold. */
export function trialBalanceView({
  controls,
  timeline,
  range,
  organization,
  attempt,
  update,
  go,
}: ViewContext): View {
  let lines: readonly BalanceLine[] = []
  let companies: readonly Company[] = []
  let broken: readonly Broken[] | undefined
  let opened: BalanceLine | undefined
  /** The account that a link has led to. */
  let wanted: number | undefined
  let entries: readonly SourcedEntry[] = []
  /** All of the chosen time. */
  let booked: readonly SourcedEntry[] | undefined

  /** Of the chosen time: entries of the records that were changed in it, because the ledger knows days only. */
  async function read(): Promise<readonly BalanceLine[]> {
    const all = await controls.get<readonly BalanceLine[]>('/books/trial-balance')
    const within = range.current
    const touched = within && touchedBy(range.of(await timeline.lines()), organization())
    booked =
      touched &&
      (await controls.get<readonly SourcedEntry[]>('/books/entries')).filter(({ record: { type, number } }) =>
        touched.get(type)?.has(number),
      )
    return booked ? partOf(all, booked) : all
  }

  async function readEntries(): Promise<void> {
    if (!opened) return
    const { company_id, account_number } = opened
    entries =
      booked?.filter((entry) => entry.company_id === company_id) ??
      (await controls.get(`/books/entries?company=${company_id}&account=${account_number}`))
  }

  function open(line: BalanceLine | undefined): void {
    opened = line
    entries = []
    go('Trial balance', {})
  }

  const details = ({ account_number, account_name, debits, credits }: BalanceLine): TemplateResult =>
    detailsPane(
      {
        name: 'Details of the account',
        title: `${account_number} ${account_name}`,
        close: () => open(undefined),
      },
      dataTable(
        `Entries of ${account_number}`,
        ['Date', 'Record', 'Debit', 'Credit'],
        entries.flatMap(({ date, record: { type, number }, lines: all }) =>
          all
            .filter((line) => line.account_number === account_number)
            .map(({ debit, credit }) => [date, recordLink({ type, id: number }, go), debit, credit]),
        ),
        { totals: [['Total', '', debits, credits]] },
      ),
    )

  const companyOf = (id: number): Company | undefined => companies.find((one) => one.id === id)

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
      companies = (await controls.get<{ items: readonly Company[] }>('/records/companies?limit=100')).items
      // The verdict was on other books.
      if (JSON.stringify(found) !== JSON.stringify(lines)) broken = undefined
      lines = found
      const isOpened = ({ company_id, account_number }: BalanceLine): boolean =>
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
          <button
            type="button"
            @click=${() =>
              attempt(async () => {
                broken = await controls.get<readonly Broken[]>('/books/check')
                update()
              })}
          >
            Check the books
          </button>
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
            { isBlockWhenNarrow: true, totals: totals() },
          )}
          ${lines.length === 0 ? html`<p class="empty">${booked ? NOTHING_THEN : NOTHING}</p>` : ''}
        </div>${opened ? details(opened) : nothing}</div>`,
  }
}

/** The trial balance of some entries. */
const partOf = (all: readonly BalanceLine[], entries: readonly SourcedEntry[]): readonly BalanceLine[] =>
  all.flatMap((line) => {
    const own = entries
      .filter(({ company_id }) => company_id === line.company_id)
      .flatMap(({ lines }) => lines.filter(({ account_number }) => account_number === line.account_number))
    const debits = sumOf(own.map(({ debit }) => debit))
    const credits = sumOf(own.map(({ credit }) => credit))
    return own.length === 0 ? [] : [{ ...line, debits, credits, balance: sumOf([debits, `-${credits}`]) }]
  })

const verdictOn = (broken: readonly Broken[]): string =>
  broken.length === 0 ? 'The books hold.' : `${broken.length} broken invariants`
