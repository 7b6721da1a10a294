import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { RecordsDiff, WorldDiff } from '../../index'
import { dataTable } from './data-table'
import { detailsPane } from './details-pane'
import type { Go } from './entries'
import { diffSum, typeSum } from './record-changes'
import { changesTable } from './record-details'
import { spaced } from './record-name'
import { link, recordLink } from './widgets'

/** Records of one type beyond these are told by their number. */
const LINKS_AT_MOST = 50

/** The differences of two states of the world: the sums, then balances and records. */
export const differences = (
  { title, diff }: { readonly title: string; readonly diff: WorldDiff },
  go: Go,
  close: () => void,
): TemplateResult =>
  detailsPane(
    { name: 'Differences', title, close },
    html`${diffSum(diff).map((line) => html`<p><strong>${line}.</strong></p>`)}
    ${
      diff.balances.length === 0
        ? nothing
        : dataTable(
            'Balances that differ',
            ['Company', 'Account', 'Before', 'After', 'Change'],
            diff.balances.map(
              ({ company_id, account_number: account, account_name, before, after, change }) => [
                company_id,
                link(`${account} ${account_name}`, () => go('Trial balance', { account })),
                before,
                after,
                change,
              ],
            ),
            { isMultiline: true },
          )
    }
    ${Object.entries(diff.records).map(([type, one]) => differing(type, one, go))}`,
  )

/** The records of one type that differ; those that changed with each value. */
function differing(type: string, diff: RecordsDiff, go: Go): TemplateResult {
  const links = (ids: readonly number[]): TemplateResult =>
    html`${ids.slice(0, LINKS_AT_MOST).map((id) => recordLink({ type, id }, go))}${
      ids.length > LINKS_AT_MOST ? ` and ${ids.length - LINKS_AT_MOST} more` : ''
    }`
  return html`<details>
    <summary>${spaced(type)}: ${typeSum(diff)}</summary>
    ${diff.added.length > 0 ? html`<p>Added: ${links(diff.added.map(idOf))}</p>` : nothing}
    ${diff.removed.length > 0 ? html`<p>Removed: ${diff.removed.map(idOf).join(', ')}</p>` : nothing}
    ${diff.changed
      .slice(0, LINKS_AT_MOST)
      .map(
        ({ id, changed }) =>
          html`<p>${recordLink({ type, id }, go)}</p>${changesTable(`Changes of ${type} ${id}`, changed)}`,
      )}
  </details>`
}

/** By number, as item paths name transactional records, else by id. */
const idOf = ({ number, id }: Readonly<Record<string, unknown>>): number => Number(number ?? id)
