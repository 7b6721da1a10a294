import { createSimulator, verifyWebhook } from 'accounting-simulator'
import { checkReceiver } from 'accounting-simulator/receiver'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { COVERAGE_FOLDER, FactFolder } from '../../src/tools/coverage/fact-folder'
import { type CoverageReport, coverageReport, type NeverMetRow } from '../../src/tools/coverage/report'

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
const HOOK = 'https://app.example.com/hooks'
const before = process.env[COVERAGE_FOLDER]
let folder: FactFolder
/** A folder for each program, so that none has the facts of another. */
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

const reportOf = (simulator = createSimulator()): CoverageReport =>
  coverageReport(folder.join(), { document: simulator.openapi(), makers: Object.keys(simulator.make) }, [])

/** A program that tries each write twice, reads all pages and has a receiver. */
class Program {
  readonly simulator = createSimulator()
  secret = ''

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
        'idempotency-key': `${method}${path}${body && 'url' in body ? body.url : ''}`,
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
    const [line = '', between = ''] = paste.paste.split(' // and, between the tries: ')
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
    simulator.make.invoice()
    await simulator.webhooks.flush()
    await simulator.clock.advance('1 day')
    for (const { uuid } of simulator.webhooks.registered)
      await this.tolerant('PATCH', `/public/v2/webhooks/${uuid}/`, { is_active: true })
    simulator[Symbol.dispose]()
  }

  #play(line: string): unknown {
    const names = ['simulator', 'receive', 'secret', 'checkReceiver', 'expect']
    const body = `return (async () => { ${line.replace(/\/\/ .*/, '')} })()`
    const check: typeof checkReceiver = (target, options) =>
      checkReceiver(target, { now: this.#now, ...options })
    return new Function(...names, body)(this.simulator, this.receive, this.secret, check, expect)
  }
}

const CALM = { what: 'received', paste: '' } as NeverMetRow
const nameOf = ({ what, operation }: { what: string; operation: string }): string => `${operation} ${what}`
let calm: CoverageReport
beforeAll(async () => {
  newFolder()
  await new Program().live(CALM)
  calm = reportOf()
  newFolder()
})

it('a calm program has met little', () => {
  expect(calm.dimensions.map(({ name, met, of }) => `${name} ${met.length}/${of}`)).toMatchInlineSnapshot(`
    [
      "statuses 5/16",
      "misfortunes 0/12",
      "repeats 0/4",
      "pages 0/3",
      "webhooks 0/9",
    ]
  `)
  expect(calm.missing.map(({ operation, paste }) => [operation, paste])).toMatchInlineSnapshot(`
    [
      [
        "POST /public/v1/customers/",
        "simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { loseResponse: true } })",
      ],
      [
        "POST /public/v1/customers/",
        "simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { status: 429, retryAfter: 20 } })",
      ],
      [
        "POST /public/v1/customers/",
        "simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { networkError: true } })",
      ],
    ]
  `)
})

it('what each line to paste promises is met when it is pasted', { timeout: 120_000 }, async () => {
  const never = calm.dimensions.flatMap(({ name, never }) => never.map((row) => ({ name, row })))
  const unmet: string[] = []
  for (const { name, row } of never) {
    await new Program().live(row)
    const met =
      reportOf()
        .dimensions.find((one) => one.name === name)
        ?.met.map(nameOf) ?? []
    if (!met.some((one) => one.endsWith(` ${row.what}`))) unmet.push(`${nameOf(row)}: ${row.paste}`)
    newFolder()
  }
  expect(never.length).toBeGreaterThan(30)
  expect(unmet).toEqual([])
})
