import { createSimulator, type ExportedWorld, isOptionError } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { type Chance, chanceOf, seedOf } from '../support/chance'
import { isThorough } from '../support/thorough'
import { Office } from '../support/worlds/office'

type Content = Record<string, Record<string, Record<string, unknown>[]>>

/** A world with something in many of its tables. */
async function lived(): Promise<ExportedWorld> {
  const office = new Office({ rateLimits: {} })
  const { simulator } = office
  const hook = await office.register()
  office.receive(500, 200)
  const sold = office.sell()
  office.sell('20.00')
  simulator.records.bills.create({
    date: '2026-01-15',
    company_id: 1,
    vendor_id: 1,
    items: [{ item_id: 1, quantity: 2, rate: '7.50' }],
  })
  simulator.admin.exchangeRates.set('EUR', 'USD', '1.1')
  simulator.admin.rateLimits.override({ burst: 20, refillPerSecond: 2 })
  simulator.admin.periods.lockThrough(1, '2025-12-31')
  simulator.faults.inject({ on: 'GET /public/v1/items/', then: { status: 503 } })
  await office.send('POST', '/public/v1/customers/', {}, { 'Idempotency-Key': 'a' })
  await simulator.webhooks.flush()
  expect([sold, hook.uuid.length]).toEqual([1, 36])
  return simulator.export()
}

const JUNK: readonly unknown[] = [
  null,
  undefined,
  -1,
  0,
  0.5,
  7,
  1e308,
  '',
  'x',
  '-1.005',
  '2026-02-30',
  '\u0000',
  true,
  [],
  [null],
  {},
  { id: 1 },
]

/** Every place in a value that can be changed. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]))]
}

function mutate(file: ExportedWorld, chance: Chance): string {
  const tables = file.tables as unknown as Content
  const scope = chance.pick(Object.keys(tables))
  const content = tables[scope] as Content[string]
  const table = chance.pick(Object.keys(content))
  const rows = content[table] as Content[string][string]
  const index = chance.below(rows.length)
  const kind = chance.below(20)
  if (kind === 0) {
    rows.push(structuredClone(rows[index] ?? {}))
    return `${scope}/${table}: a row twice`
  }
  if (kind === 1) {
    content[`${table}x`] = rows
    return `${scope}/${table}: an unknown table`
  }
  if (kind === 2) {
    delete content[table]
    return `${scope}/${table}: no such table`
  }
  if (kind === 3) {
    rows.splice(index, 1)
    return `${scope}/${table}: a row less`
  }
  const place = chance.pick(placesIn(rows[index]).slice(1))
  let holder = rows[index] as Record<string | number, unknown>
  for (const name of place.slice(0, -1)) holder = holder[name] as Record<string | number, unknown>
  const last = place.at(-1) as string | number
  const junk = chance.pick(JUNK)
  if (junk === undefined) delete holder[last]
  else holder[last] = structuredClone(junk)
  return `${scope}/${table}[${index}].${place.join('.')}: ${JSON.stringify(junk) ?? 'deleted'}`
}

const LISTS = [
  'invoices',
  'bills',
  'customers',
  'accounts',
  'items',
  'companies',
  'classifications',
  'vendors',
]

/** What a world that was accepted has to do without an internal error. */
async function exercise(file: ExportedWorld): Promise<void> {
  const simulator = createSimulator({ world: file, rateLimits: false })
  const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const { status } = await simulator.fetch(path, init)
    if (status === 500) throw new Error(`${method} ${path}: ${simulator.traffic.at(-1)?.why}`)
  }
  expect(simulator.books.check()).toEqual([])
  for (const name of LISTS) {
    await call('GET', `/public/v1/${name}/?search=a&ordering=-id`)
    await call('GET', `/public/v1/${name}/1/`)
  }
  await call('GET', '/public/v2/webhooks/')
  const line = { item_id: 1, quantity: 1, rate: '1.00' }
  await call('POST', '/public/v1/invoices/', {
    date: '2026-01-16',
    company_id: 1,
    customer_id: 1,
    items: [line],
  })
  await call('PUT', '/public/v1/invoices/1/', {
    date: '2026-01-16',
    company_id: 1,
    customer_id: 1,
    items: [line],
  })
  await call('DELETE', '/public/v1/customers/5/')
  await simulator.clock.advance('40 days')
  expect(simulator.books.check()).toEqual([])
}

describe('a mutated world file', () => {
  it('is as good as the original if nothing is mutated', async () => {
    await exercise(await lived())
  })

  it.each([
    ['webhooks', 'secret', ''],
    ['ledgerTransactions', 'reverses', 0],
    ['invoices', 'deferrals', '-1.005'],
  ])('with %s.%s = %j is refused', async (table, member, value) => {
    const file = structuredClone(await lived())
    Object.assign((file.tables['org-1'] as Content[string])[table]?.[0] ?? {}, { [member]: value })
    expect(() => createSimulator({ world: file })).toThrow(/^world/)
  })

  it('with a line whose tax is null is refused', async () => {
    const file = structuredClone(await lived())
    const [invoice] = (file.tables['org-1'] as Content[string]).invoices as { items: object[] }[]
    Object.assign(invoice?.items[0] ?? {}, { tax_amount: null })
    expect(() => createSimulator({ world: file })).toThrow('tax_amount')
  })

  it('is an OptionError, or a world that works', { timeout: isThorough ? 3_600_000 : 240_000 }, async () => {
    const original = JSON.stringify(await lived())
    const chance = chanceOf(isThorough || process.env.HOSTILE_SEED ? seedOf('HOSTILE_SEED') : 1)
    const problems: string[] = []
    const count = { refused: 0, accepted: 0 }
    for (let round = 0; round < (isThorough ? 20_000 : 800); round += 1) {
      const file = JSON.parse(original) as ExportedWorld
      const what = mutate(file, chance)
      try {
        // What is refused is refused quickly; of what is accepted a part is tried out at length.
        createSimulator({ world: file })
        count.accepted += 1
        if (isThorough || count.accepted % 8 === 0) await exercise(file)
      } catch (error) {
        if (isOptionError(error) && error.message.startsWith('world')) count.refused += 1
        else problems.push(`${what}: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`)
      }
    }
    console.log(JSON.stringify(count))
    expect(problems).toEqual([])
    expect(count.refused).toBeGreaterThan(count.accepted / 2)
  })
})
