import { html, nothing, type TemplateResult } from 'lit'
import type { Entry, Line } from './entries'

/** Leads from an entry to what caused it or what it caused. */
export type GoTo = (tab: string) => void

/** The reason, headers and bodies of one entry. */
export function entryDetails(line: Line, close: () => void, go: GoTo): TemplateResult {
  const { entry, method, path } = line
  const { at, request, unseen } = entry
  return html`<aside class="details" role="region" aria-label="Details of the entry" tabindex="0">
    <button type="button" class="close" @click=${close}>Close details</button>
    <h2>${method} ${path}</h2>
    <p>${at}</p>
    ${reasonOf(line, go)} ${request ? message('Request', request) : plain(entry)}
    ${request ? responseOf(entry) : nothing}
    ${unseen ? message(`The service answered ${unseen.status}, which the client did not see`, unseen) : nothing}
  </aside>`
}

function reasonOf({ entry, why }: Line, go: GoTo): TemplateResult {
  const { fault, reason } = entry
  const { rule, section, bucket, record } = reason ?? {}
  const link = (text: string, tab: string): TemplateResult =>
    html`<button type="button" @click=${() => go(tab)}>${text}</button>`
  return html`<h3>Reason</h3>
    <p>${why || 'As documented.'}</p>
    <p class="links">
      ${rule ? html`<span class="quiet">Rule ${rule}${section ? `, §${section}` : ''}</span>` : nothing}
      ${fault ? link(`Fault ${fault}`, 'Faults') : nothing} ${bucket ? link(`Bucket ${bucket}`, 'Limits') : nothing}
      ${entry.kind === 'delivery' ? link('Attempts with their bytes', 'Webhooks') : nothing}
      ${record ? link(`${record.type} ${record.id}`, 'Records') : nothing}
    </p>`
}

const responseOf = ({ response }: Entry): TemplateResult =>
  response ? message(`Response ${response.status}`, response) : html`<h3>No response</h3>`

const plain = (entry: Entry): TemplateResult => html`<pre>${JSON.stringify(entry, undefined, 2)}</pre>`

const message = (
  title: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null },
): TemplateResult =>
  html`<h3>${title}</h3>
    ${body ? html`<pre>${readable(body)}</pre>` : html`<p class="quiet">No body</p>`}
    <details>
      <summary>Headers</summary>
      <pre>${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}</pre>
    </details>`

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
