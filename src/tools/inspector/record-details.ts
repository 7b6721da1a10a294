import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ChangedMembers, LedgerEntry, RecordVersion } from '../../index'
import { dataTable } from './data-table'
import { detailsPane } from './details-pane'
import { entriesAbout, type Go, type Line, type RecordLink } from './entries'
import { valueChanges } from './record-changes'
import {
  type NamedLink,
  namedBy,
  type RecordJson,
  type RecordType,
  recordTitle,
  writtenWith,
} from './record-columns'
import { recordName } from './record-name'
import { entryLinks, instantElement, link, recordLink, submitted } from './widgets'

/** One record with what belongs to it. */
export interface ShownRecord {
  readonly name: RecordLink
  readonly record: RecordJson
  readonly ledger: readonly LedgerEntry[]
  readonly accounts: ReadonlyMap<number, string>
  readonly versions: readonly RecordVersion[]
  readonly actions: readonly OfferedAction[]
  /** The ids of the webhook events about it. */
  readonly events: readonly string[]
  /** The day of the clock. */
  readonly today: string
}

interface Around {
  readonly types: readonly string[]
  readonly lines: readonly Line[]
  /** The organisation that has the record. */
  readonly organization: string
  readonly go: Go
  act(name: string, given: Readonly<Record<string, string>>): void
  close(): void
}

/** The actions of a record, its versions, its ledger, the records that it names, its entries and its JSON. */
export const recordDetails = (
  { name, record, ledger, accounts, versions, actions, events, today }: ShownRecord,
  { columns }: RecordType,
  { types, lines, organization, go, act, close }: Around,
): TemplateResult =>
  detailsPane(
    { name: 'Details of the record', title: recordTitle(name, record), close },
    html`${recordActions(actions, act, {
      amount: record.amount_due,
      // No payment may be older than what it pays.
      date: [today, record.date ?? today].sort()[1],
    })}
      <h3>Versions</h3>
      ${versionList(name, versions, go)}
      <h3>Ledger</h3>
      ${
        ledger.length > 0
          ? ledgerTable(name, ledger, accounts, go)
          : html`<p class="quiet">No ledger entry belongs to this record.</p>`
      }
      ${references([...namedBy(record, columns, types), ...writtenWith(name, versions, lines)], go)}
      ${entryLinks('In the timeline', entriesAbout(lines, name, organization, events), go)}
      <details>
        <summary>JSON</summary>
        <pre>${JSON.stringify(record, undefined, 2)}</pre>
      </details>`,
  )

const ledgerTable = (
  { id }: RecordLink,
  ledger: readonly LedgerEntry[],
  accounts: ShownRecord['accounts'],
  go: Go,
): TemplateResult =>
  dataTable(
    `Ledger of ${id}`,
    ['Transaction', 'Date', 'Account', 'Debit', 'Credit'],
    ledger.flatMap(({ transaction_id, date, lines }) =>
      lines.map(({ account_number: account, debit, credit }) => [
        transaction_id,
        date,
        link(`${account} ${accounts.get(account) ?? ''}`, () => go('Trial balance', { account })),
        debit,
        credit,
      ]),
    ),
    { isMultiline: true },
  )

/** The latest first: who made it and when, then each member that it changed. */
const versionList = ({ id }: RecordLink, versions: readonly RecordVersion[], go: Go): TemplateResult =>
  html`<ol class="versions" reversed aria-label="Versions of ${id}">
    ${[...versions].reverse().map(
      ({ revision, at, by, cause, changed }) =>
        html`<li>
          <p>
            <strong>${revision}</strong>
            ${
              cause
                ? link(`${by ?? 'no key'} #${cause.sequence}`, () =>
                    go('Timeline', { entry: cause.sequence }),
                  )
                : (by ?? '')
            }
            ${at === null ? nothing : html`<span class="quiet">${instantElement(at)}</span>`}
          </p>
          ${changesOf(changed, revision)}
        </li>`,
    )}
  </ol>`

/** The members of a new record say it all. */
function changesOf(changed: ChangedMembers, revision: number): TemplateResult {
  if (revision === 1 || Object.keys(changed).length === 0)
    return html`<p>${revision === 1 ? 'created' : 'What it changed is not known.'}</p>`
  return changesTable(`Changes of version ${revision}`, changed)
}

/** Each value that changed, before and after. */
export const changesTable = (name: string, changed: ChangedMembers): TemplateResult =>
  dataTable(
    name,
    ['Member', 'Before', 'After'],
    valueChanges(changed).map(({ member, before, after }) => [member, before, after]),
    { isMultiline: true },
  )

/** Each once. */
function references(named: readonly NamedLink[], go: Go): TemplateResult | typeof nothing {
  if (named.length === 0) return nothing
  const each = [...new Map(named.map((one) => [recordName(one), one])).values()]
  return html`<h3>Refers to</h3>
    <ul class="links">
      ${each.map((one) => html`<li>${recordLink(one, go)} ${one.title ?? ''}</li>`)}
    </ul>`
}

/** An action on a record, as the controls give it (docs/controls.md). */
interface OfferedAction {
  readonly name: string
  readonly takes: readonly string[]
  readonly allowed: boolean
  readonly why: string | null
}

type Act = (name: string, given: Readonly<Record<string, string>>) => void

/** A button for each action that can be done. The others say why not when asked. */
function recordActions(
  actions: readonly OfferedAction[],
  act: Act,
  likely: RecordJson,
): TemplateResult | typeof nothing {
  const refused = actions.filter(({ allowed }) => !allowed)
  const names = refused.map(({ name }) => name).join(', ')
  return html`<div class="bar" role="group" aria-label="Actions">
      ${
        // By name, so that the focus goes to no other action when one goes away.
        repeat(
          actions.filter(({ allowed }) => allowed),
          ({ name }) => name,
          (action) => form(action, act, likely),
        )
      }
    </div>
    ${
      refused.length === 0
        ? nothing
        : html`<details class="quiet">
            <summary>Why not ${names}?</summary>
            <ul class="links">
              ${refused.map(({ name, why }) => html`<li><strong>${actionTitle(name)}</strong> ${why}</li>`)}
            </ul>
          </details>`
    }`
}

/** The service chooses the approver. */
const isAsked = (argument: string): boolean => argument !== 'by'

/**
 * @param likely the arguments that most people mean, in fields in which nobody has typed; an empty field leaves the
 *   choice to the service
 */
const form = ({ name, takes }: OfferedAction, act: Act, likely: RecordJson): TemplateResult =>
  html`<form class=${name === 'archive' ? 'last' : name}
      @submit=${(event: Event) => {
        const given = Object.entries(submitted(event).fields)
        act(name, Object.fromEntries(given.filter(([, value]) => value !== '')))
      }}
    >
      ${takes
        .filter(isAsked)
        .map(
          (argument) =>
            html`<label>${argument} <input name=${argument} size="10" value=${likely[argument] ?? ''} /></label>`,
        )}
      <button>${actionTitle(name)}</button>
    </form>`

const actionTitle = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
