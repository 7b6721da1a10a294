import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Copier } from './copier'
import { curlOf, fetchOf } from './copies'
import { repeatedRequest } from './copy-as-test'
import { dataTable } from './data-table'
import type { EntryJson } from './entries'
import type { RecordJson } from './record-columns'
import type { ViewContext } from './view'
import { button } from './widgets'

export interface ServiceAddress {
  readonly baseUrl: string
  readonly apiKey: string
  readonly now: string
}

/** The records that the first invoice names. */
const NEEDED = ['companies', 'customers', 'items']

/** All keys, as docs/inspector.md has them. */
const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['/', 'filter or search'],
  ['↓ in the filter', 'into the list'],
  ['n, p', 'next and previous error'],
  ['Ctrl+K', 'commands'],
  ['?', 'keys'],
  ['Escape', 'closes details, then the panel'],
  ['u', 'the first button of the message'],
  ['Alt+Shift+A', 'opens and closes the panel'],
  ['↑ ↓ Page Home End', 'move in the list'],
  ['Enter, Space', 'show the details of a row, select it'],
  ['← →', 'move between tabs and in the overview'],
  ['arrows at its edge', 'its size'],
]

const KEYS_HELP = `Keys: ${KEYS.slice(0, 6)
  .map((one) => one.join(' '))
  .join(', ')}.`

/** The keys in a table; those who listen hear the most useful ones. */
export const keysTable = (close: () => void): TemplateResult =>
  html`<div class="commands keys" role="dialog" aria-label="Keys">
    <p role="status" class="hidden">${KEYS_HELP}</p>
    ${dataTable('Keys', ['Keys', 'Effect'], KEYS, { isMultiline: true })}
    <p>${button('Close', close)}</p>
  </div>`

/** The address at which programs reach the service: a page of a server knows it, a hosted one has a path there. */
export const addressOf = (baseUrl: string, origin: string | undefined): string =>
  origin === undefined || new URL(baseUrl).origin === origin ? baseUrl : origin

/**
 * A first request: an invoice, or a list in a world that has no records for one.
 * @param ids those of a company, a customer and an item
 */
export function firstRequest(
  { apiKey, now }: ServiceAddress,
  at: string,
  ids: readonly unknown[],
): EntryJson {
  const canInvoice = !ids.includes(undefined)
  const [company_id, customer_id, item_id] = ids
  const invoice = {
    date: now.slice(0, 10),
    company_id,
    customer_id,
    items: [{ item_id, quantity: 1, rate: '120.00' }],
  }
  return {
    sequence: 0,
    at: now,
    kind: 'request',
    request: {
      method: canInvoice ? 'POST' : 'GET',
      url: `${at}/public/v1/${canInvoice ? 'invoices' : 'customers'}/`,
      headers: { 'X-API-KEY': apiKey, ...(canInvoice && { 'content-type': 'application/json' }) },
      body: canInvoice ? JSON.stringify(invoice) : null,
    },
  }
}

/** Tells somebody who has sent nothing yet how to reach the service, and offers a first request. */
export class FirstSteps {
  #known: { readonly address: string; readonly apiKey: string; readonly request: EntryJson } | undefined
  readonly #copier: Copier

  constructor(private readonly context: ViewContext) {
    this.#copier = new Copier(context)
  }

  async load(): Promise<void> {
    const { controls } = this.context
    const [service, ...ids] = await Promise.all([
      controls.get<ServiceAddress>(''),
      ...NEEDED.map(async (name) => {
        const { items } = await controls.get<{ items: readonly RecordJson[] }>(`/records/${name}?limit=1`)
        return items[0]?.id
      }),
    ])
    const address = addressOf(service.baseUrl, controls.origin)
    this.#known = { address, apiKey: service.apiKey, request: firstRequest(service, address, ids) }
  }

  render(): TemplateResult | typeof nothing {
    const { controls, attempt, go } = this.context
    // The key is one of the simulator's own organisation.
    if (!this.#known || controls.organization !== undefined) return nothing
    const { address, apiKey, request } = this.#known
    const text = controls.origin === undefined ? fetchOf(request) : curlOf(request)
    const copied = (what: string, copied: string): TemplateResult =>
      button('Copy', () => this.#copier.text(copied, `The ${what}`), {
        label: `Copy the ${what}`,
        style: 'small',
      })
    return html`<section class="first-steps" aria-label="First steps">
      <h2>First steps</h2>
      <h3>Reach the service</h3>
      <p>It listens at
        <code>${address}</code> ${copied('address', address)}
        with the key <code>${apiKey}</code> ${copied('key', apiKey)}</p>
      <div class="title"><h3>Send a first request</h3>
        <span class="bar">${copied('first request', text)}
        ${button(
          'Send it',
          () =>
            void attempt(async () => {
              const sent = await controls.send<EntryJson>('POST', '/requests', repeatedRequest(request))
              go('Timeline', { entry: sent.sequence })
            }),
          { style: 'main-action' },
        )}</span></div>
      <pre tabindex="0" role="region" aria-label="The first request">${text}</pre>
      <h3>Let something go wrong</h3>
      <p>${button('Play a scenario', () => go('Scenarios'))} ${button('Arm a fault', () => go('Faults'))}</p>
      <p class="quiet">${KEYS_HELP}</p>
    </section>`
  }
}
