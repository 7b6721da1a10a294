import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { Differences } from '../../scripts/compare/differences'
import { type Build, Stage } from '../../scripts/compare/stage'
import { HOOKS } from '../support/worlds/office'
import { customer, INVOICE, INVOICES } from '../support/worlds/shop'

/** The tool behind `npm run compare`, on builds that are alike and on builds that are not. */
const ours: Build = { createSimulator }

const changed = (change: (response: Response) => Promise<Response> | Response): Build => ({
  createSimulator: (options) => {
    const simulator = createSimulator(options)
    const { fetch } = simulator
    return Object.assign(simulator, {
      fetch: async (input: Request) => change(await fetch(input)),
    })
  },
})

const bodyChanged = (from: string, to: string) =>
  changed(async (response) => {
    const { status, headers } = response
    return new Response((await response.text()).replace(from, to), { status, headers })
  })

const withOptions = (more: SimulatorOptions): Build => ({
  createSimulator: (options) => createSimulator({ ...options, ...more }),
})

const documentChanged = (from: string, to: string): Build => ({
  createSimulator: (options) => {
    const simulator = createSimulator(options)
    const document = JSON.parse(JSON.stringify(simulator.openapi()).replaceAll(from, to))
    return Object.assign(simulator, { openapi: () => document })
  },
})

const otherStatus = changed(
  async (response) => new Response(await response.text(), { status: 299, headers: response.headers }),
)
const otherHeader = changed((response) => {
  const headers = new Headers(response.headers)
  headers.set('x-request-id', 'mine')
  return new Response(response.body, { status: response.status, headers })
})

async function told(now: Build): Promise<Differences> {
  const differences = new Differences(1)
  const stage = new Stage({ old: ours, now }, 1, differences)
  const simulator = stage.open()
  await stage.ask(simulator, 'POST', INVOICES, { body: INVOICE })
  await stage.ask(simulator, 'POST', INVOICES, { body: {} })
  stage.try(() => simulator.records.customers.create(customer('Acme')))
  stage.try(() => simulator.admin.keys.revoke('nobody'))
  await stage.ask(simulator, 'POST', HOOKS, {
    body: { url: 'https://a.example/', topics: ['core.invoice/created'] },
  })
  await stage.conclude(simulator)
  return differences
}

describe('two builds', () => {
  test('that are alike do not differ, and much was compared', async () => {
    const differences = await told(ours)
    expect([differences.differing(), String(differences)]).toEqual([0, ''])
    expect(differences.requests).toBe(3)
    expect(differences.compared).toBeGreaterThan(100)
  })

  test.each<[string, Build, string]>([
    [
      'a byte of a body',
      bodyChanged('"amount":"100.00"', '"amount":"100.01"'),
      'POST /public/v1/invoices/: body 1',
    ],
    [
      'the words of a refusal',
      bodyChanged('Field required', 'Field Required'),
      'POST /public/v1/invoices/: words 1',
    ],
    ['a status', otherStatus, 'POST /public/v1/invoices/: status 2'],
    ['a header', otherHeader, 'POST /public/v1/invoices/: headers 2'],
    ['a secret', withOptions({ seed: 2 }), 'POST /public/v2/webhooks/: body 1'],
    [
      'another time',
      withOptions({ now: '2026-01-16T09:00:00Z' }),
      'createSimulator.records.customers.create: value 1',
    ],
  ])('%s is noticed', async (_, now, line) => {
    const differences = await told(now)
    expect(differences.differing()).toBeGreaterThan(0)
    expect(String(differences)).toContain(line)
  })

  test.each<[string, Build, string, number, number]>([
    ['alike', ours, '', 0, 0],
    ['a member', documentChanged('"due_date"', '"dueDate"'), 'value', 1, 1],
    ['a sentence', documentChanged('"description":"', '"description":"Now: '), 'words', 1, 0],
  ])('the OpenAPI document: %s', (_, now, kind, atLeast, afterWords) => {
    const differences = new Differences(1)
    const stage = new Stage({ old: ours, now }, 1, differences)
    stage.readDocument(stage.open())
    expect(differences.compared).toBeGreaterThan(100)
    expect(differences.differing()).toBeGreaterThanOrEqual(atLeast)
    expect(differences.differing(['words']) > 0).toBe(afterWords > 0)
    expect(String(differences)).toContain(kind)
  })

  test('words can be let through', async () => {
    const differences = await told(bodyChanged('Field required', 'Field Required'))
    expect([differences.differing(), differences.differing(['words'])]).toEqual([1, 0])
  })
})
