import { createSimulator, type Simulator, verifyWebhook } from 'accounting-simulator'
import { checkReceiver } from 'accounting-simulator/receiver'
import { afterAll, afterEach, expect } from 'vitest'
import { COVERAGE_FOLDER, FactFolder } from '../../src/tools/coverage/fact-folder'
import type { NeverMetRow } from '../../src/tools/coverage/met-rows'
import { offerOf } from '../../src/tools/coverage/operations'
import { type CoverageReport, coverageReport } from '../../src/tools/coverage/report'

const customer = (name: string) => ({
  name,
  unique_id: name,
  customer_type: 'company',
  email: 'a@example.com',
  is_active: true,
  address: '1 Market Street',
  country: 'US',
  phone: '555-0100',
  website: 'https://acme.example',
})
export const HOOK = 'https://app.example.com/hooks'

/** Customers are the same by their path alone, also under another name. */
const keyOf = (body: object = {}): string =>
  'url' in body ? String(body.url) : 'items' in body ? JSON.stringify(body.items).replaceAll(/\W/g, '') : ''

/** A program that tries each write twice, reads all pages and has a receiver. */
export class Program {
  readonly simulator: Simulator
  secret = ''

  /** @param paste a line that makes the simulator itself makes this one */
  constructor({ paste }: NeverMetRow) {
    const make = paste.startsWith('createSimulator(')
    this.simulator = make
      ? new Function('createSimulator', `return ${paste}`)(createSimulator)
      : createSimulator()
  }

  readonly receive = async (request: Request): Promise<Response> => {
    const { secret } = this
    const body = await request.text()
    const { ok } = verifyWebhook({ secret, body, headers: request.headers, now: this.#now() })
    return new Response(null, { status: ok ? 204 : 400 })
  }
  #now = () => Date.parse(this.simulator.clock.now)

  async ask(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ items: unknown[]; secret: string; id: string }> {
    const response = await this.simulator.fetch(this.simulator.baseUrl + path, {
      method,
      headers: {
        'x-api-key': this.simulator.apiKey,
        'content-type': 'application/json',
        'idempotency-key': `${method}${path}${keyOf(body)}`,
      },
      signal: AbortSignal.timeout(50),
      ...(body && { body: JSON.stringify(body) }),
    })
    return await response.json()
  }

  /** Undefined if the answer does not come, or cannot be read. */
  readonly tolerant = (...call: Parameters<Program['ask']>) => this.ask(...call).catch(() => undefined)

  /** Everything, with what a test pastes in between. */
  async live(paste: NeverMetRow): Promise<void> {
    const { simulator } = this
    const { secret } = await this.ask('POST', '/public/v2/webhooks/', {
      url: HOOK,
      topics: ['core.invoice/created'],
    })
    this.secret = secret
    if (paste.what !== 'received') simulator.webhooks.connect(HOOK, this.receive)
    simulator.make.invoice()
    const isForReading = paste.paste.endsWith('// just before the list is read')
    const [said = '', between = ''] = paste.paste.split(' // and, between the tries: ')
    const line = said.startsWith('createSimulator(') ? '' : said
    if (!isForReading) await this.#play(line)
    const made = await this.tolerant('POST', '/public/v1/customers/', customer('Acme'))
    await this.#play(between)
    const name = paste.what === 'same key, another body' ? 'Other' : 'Acme'
    if (made === undefined) await this.tolerant('POST', '/public/v1/customers/', customer(name))
    await this.tolerant('POST', '/public/v2/webhooks/', {
      url: `${HOOK}/2`,
      topics: ['core.invoice/created'],
    })
    await this.tolerant('GET', '/public/v1/customers/1/')
    if (isForReading) await this.#play(line)
    for (let offset = 0, items: unknown[] = []; offset === 0 || items.length === 100; offset += 100)
      items = (await this.tolerant('GET', `/public/v1/customers/?offset=${offset}`))?.items ?? []
    await this.#sellAndCollect()
    await simulator.webhooks.flush()
    await simulator.clock.advance('1 day')
    for (const { uuid } of simulator.webhooks.registered)
      await this.tolerant('PATCH', `/public/v2/webhooks/${uuid}/`, { is_active: true })
    simulator[Symbol.dispose]()
  }

  /** Sells once more, and takes the whole amount of each invoice, whether it is open or not. */
  async #sellAndCollect(): Promise<void> {
    const known = (await this.tolerant('GET', '/public/v1/invoices/'))?.items ?? []
    if (known.length === 100) await this.tolerant('GET', '/public/v1/invoices/?offset=100')
    const day = { date: this.simulator.clock.now.slice(0, 10), company_id: 1 }
    const dollars = { currency_iso_4217_code: 'USD', exchange_rate: '1' }
    const line = { item_id: 1, quantity: '1', rate: '10.00', position: 1 }
    await this.tolerant('POST', '/public/v1/invoices/', { ...day, ...dollars, customer_id: 1, items: [line] })
    for (const { number, amount, customer_id } of known as {
      number: number
      amount: string
      customer_id: number
    }[])
      await this.tolerant('POST', '/public/v1/customer-payments/', {
        ...{ ...day, ...dollars, customer_id, check_number: '', memo: '', undeposited_funds_currency: 'USD' },
        items: [{ invoice_number: number, amount, position: 1 }],
      })
  }

  #play(line: string): unknown {
    const names = ['simulator', 'receive', 'secret', 'checkReceiver', 'expect']
    const body = `return (async () => { ${line.replace(/\/\/ .*/, '')} })()`
    return new Function(...names, body)(this.simulator, this.receive, this.secret, checkReceiver, expect)
  }
}

/** Reports on the facts of this process, in a folder for each test, so that none has those of another. */
export function measuring() {
  const before = process.env[COVERAGE_FOLDER]
  let folder: FactFolder
  function newFolder(): void {
    folder?.remove()
    folder = new FactFolder()
    process.env[COVERAGE_FOLDER] = folder.path
  }
  afterEach(newFolder)
  afterAll(() => {
    folder.remove()
    delete process.env[COVERAGE_FOLDER]
    if (before !== undefined) process.env[COVERAGE_FOLDER] = before
  })

  const factsSoFar = () => folder.join()
  const reportOf = (simulator = createSimulator()): CoverageReport =>
    coverageReport(factsSoFar(), offerOf(simulator), [])
  return { newFolder, factsSoFar, reportOf }
}
