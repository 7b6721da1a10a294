import { createSimulator, type Simulator } from 'accounting-simulator'
import { type Experiment, explore, nothingLost, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { registry } from '../../src/resources/registry'
import { recordsAt } from '../../src/tools/calls'
import { Others, recordsIn } from '../../src/tools/explore/run/others'
import { creation, ROUTE, tiny } from './tiny'

const statusOf = (answer: Promise<Response>) => answer.then(({ status }) => status)

const inMaintenance = ({ admin }: Simulator): void => admin.maintenance.start({ for: '300 days' })
const withFault = ({ faults }: Simulator): unknown => faults.inject({ then: { status: 503 }, times: 1000 })
const lapsed = ({ admin }: Simulator): void => admin.subscriptions.lapse('invoices')

const INVOICE = {
  currency_iso_4217_code: 'USD' as const,
  ...{ date: '2026-01-15', company_id: 1, customer_id: 1, exchange_rate: '1' },
  items: [{ item_id: 1, quantity: '1', rate: '10.00' }],
}

describe('the path of a record names its type', () => {
  const simulator = createSimulator()

  it.each(registry.definitions.map(({ name, path }) => [name, path] as const))('%s: %s', (name, path) => {
    const [url, others] = [`${simulator.baseUrl}/public/v1/${path}/`, new Others(simulator)]
    expect([recordsIn(url), recordsIn(`${url}7/`)]).toEqual([name, name])
    others.noteDrift({ did: 'removed', type: name, ids: [7] }, '[]')
    expect([`${url}7/`, `${url}8/`, url].map((one) => others.hasRemoved(one))).toEqual([true, false, false])
  })

  it.each([
    ['/public/v1/invoices/lines/7/', { records: 'invoices', rest: 'lines/7/' }],
    ['/public/v2/bills', { records: 'bills', rest: '' }],
    ['/public/v2/webhooks/', undefined],
  ])('%s', (path, at) => expect(recordsAt(path)).toEqual(at))
})
describe('somebody else', () => {
  it.each<[what: string, through: string, did: string[], expected: unknown[]]>([
    ['nothing was locked', '', ['locked'], [422, 200, null]],
    ['an earlier day was locked', '2026-01-10', ['locked'], [422, 200, '2026-01-10']],
    ['that was locked already', '2026-01-31', [], [422, 422, '2026-01-31']],
  ])('a lock of others ends with what was locked before: %s', async (_, through, did, expected) => {
    const world = createSimulator()
    if (through) world.admin.periods.lockThrough(1, through)
    const start = (stage: Stage) => ({ run: () => statusOf(stage.fetch(creation(stage))) })
    let end: unknown[] = []
    const check: Experiment['check'] = ({ simulator, reports, others }) => {
      end = [others.map((one) => one.did), ...reports, simulator.admin.periods.lockedThrough(1)]
      return []
    }
    await explore.once(tiny({ world, start, check }), [{ on: ROUTE, request: 1, do: 'other-locks' }])
    expect(end).toEqual([did, ...expected])
  })

  it.each([
    ['other-pays-part', [['customerPayments', 'created']], 0.5],
    ['other-edits-lines', [['invoices', 'updated']], 1 + 2 / 605.16],
    [
      'other-credits',
      [
        ['customerCredits', 'created'],
        ['customerPrepaymentApplications', 'created'],
      ],
      0.5,
    ],
    [
      'other-pays-too-much',
      [
        ['customerPrepayments', 'created'],
        ['customerPayments', 'created'],
      ],
      0,
    ],
  ] as const)('%s: leaves an invoice of which another amount is due', async (kind, did, share) => {
    const world = createSimulator()
    world.make.invoices(1, { items: [{ item_id: 1, quantity: '2', rate: '302.58' }] })
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const answer = await fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': apiKey() } })
        return ((await answer.json()) as { items: { amount_due: string }[] }).items[0]?.amount_due
      },
    })
    let end: unknown[] = []
    const check: Experiment['check'] = ({ reports, others, simulator }) => {
      end = [others.map((one) => [one.records, one.did]), reports.at(-1), simulator.books.check()]
      return []
    }
    const plan = [{ on: 'GET /public/v1/invoices/', request: 1, do: kind }] as const
    expect(await explore.once(tiny({ world, start, check }), plan)).toMatchObject({ unreached: [] })
    expect(end).toEqual([did, (605.16 * share).toFixed(2), []])
  })

  it('creates two invoices in one instant, of which the list shows one', async () => {
    const seen: number[] = []
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const answer = await fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': apiKey() } })
        seen.push(((await answer.json()) as { count: number }).count)
      },
    })
    let stamps: unknown[] = []
    const check: Experiment['check'] = ({ simulator, others }) => {
      const { items } = simulator.records.invoices.list()
      stamps = [others.length, ...items.map(({ created_by }) => created_by?.timestamp)]
      return []
    }
    const plan = [{ on: 'GET /public/v1/invoices/', request: 1, do: 'other-same-instant' }] as const
    const { failure } = await explore.once(tiny({ start, check: () => ['told'] }), plan)
    expect(failure?.story).toContain(
      'created an invoice and, in the same instant, another one after the answer',
    )
    seen.length = 0
    await explore.once(tiny({ start, check }), plan)
    expect(seen).toEqual([1, 2])
    expect(stamps[0]).toBe(2)
    expect(stamps[1]).toBe(stamps[2])
  })

  it('removes no customer that only the body of a request names', async () => {
    const start = (stage: Stage) => ({ run: () => statusOf(stage.fetch(creation(stage))) })
    const report = await explore.once(tiny({ start, check: () => [] }), [
      { on: ROUTE, request: 1, do: 'other-removes' },
    ])
    expect(report.unreached).toMatchObject([{ on: ROUTE }])
  })

  it.each([
    ['the record that somebody removed', 5, true],
    ['another record', 99, false],
  ])('a calm round that throws because of %s', async (_, id, survives) => {
    const start = ({ fetch, apiKey, disk }: Stage) => ({
      async run() {
        const path = `/public/v1/customers/${disk.read('looked') ? id : 5}/`
        disk.write('looked', true)
        const { status } = await fetch(path, { headers: { 'X-API-KEY': apiKey() } })
        if (status === 404) throw new Error('who is this?')
      },
    })
    const plan = [{ on: 'GET /public/v1/customers/{}/', request: 1, do: 'other-removes' }] as const
    const report = await explore.once(tiny({ start, check: () => [] }), plan)
    expect(report).toMatchObject({ survived: survives, unreached: [] })
  })

  it.each([48, 100])(
    'a program that keeps its key gets through once a period is unlocked: %s hours',
    async (hours) => {
      const world = createSimulator({ assumptions: { 'idempotency-window': hours } })
      const start = (stage: Stage) => ({
        run: () => statusOf(stage.fetch(creation(stage, 'R-1'))),
      })
      let end: readonly unknown[] = []
      const check: Experiment['check'] = ({ reports }) => {
        end = reports
        return ['told']
      }
      const { failure } = await explore.once(tiny({ world, start, check, rounds: 3 }), [
        { on: ROUTE, request: 1, do: 'other-locks' },
      ])
      expect(end).toEqual([422, 422, 200])
      expect(failure?.story).toContain('-> 422 (the stored answer)')
      expect(failure?.story).not.toContain('another body')
    },
  )

  it('a lock that ends lets the service forget no write that it carried out', async () => {
    const CUSTOMERS = '/public/v1/customers/'
    const world = createSimulator()
    const { id: _, ...like } = world.records.customers.get(1)
    const body = JSON.stringify({ ...like, name: 'once', unique_id: 'C-1' })
    const start = (stage: Stage) => ({
      async run() {
        const night = Number(stage.disk.read('night') ?? 0) + 1
        stage.disk.write('night', night)
        await statusOf(stage.fetch(creation(stage, 'R-1')))
        if (night < 2) return
        const headers = {
          ...{ 'X-API-KEY': stage.apiKey(), 'content-type': 'application/json' },
          'Idempotency-Key': 'C-1',
        }
        await stage.fetch(CUSTOMERS, { method: 'POST', headers, body }).catch(() => undefined)
      },
    })
    const check: Experiment['check'] = ({ simulator }) => {
      const count = simulator.records.customers.count({ name: 'once' })
      return count === 1 ? [] : [`the customer is there ${count} times`]
    }
    const { survived, unreached } = await explore.once(tiny({ world, start, check, rounds: 3 }), [
      { on: ROUTE, request: 1, do: 'other-locks' },
      { on: `POST ${CUSTOMERS}`, request: 1, do: 'lose' },
    ])
    expect([survived, unreached]).toEqual([true, []])
  })

  it('sells to the first customer that there is', async () => {
    const world = createSimulator()
    world.records.customers.remove(1)
    let sold: unknown[] = []
    const check: Experiment['check'] = ({ simulator, others }) => {
      sold = others.map(({ records, id }) => [records, simulator.records.invoices.get(id).customer_id])
      return []
    }
    const start = ({ fetch, apiKey }: Stage) => ({
      run: () => statusOf(fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': apiKey() } })),
    })
    const other = { on: 'GET /public/v1/invoices/', request: 1, do: 'other-sells' } as const
    await explore.once(tiny({ world, start, check }), [other])
    expect(sold).toEqual([['invoices', 2]])
  })

  it.each([
    ['a company that does not exist', { company_id: 99 }],
    ['a day that does not exist', { date: '2026-02-31' }],
  ])('nobody locks %s', async (_, wrong) => {
    const start = ({ fetch, apiKey }: Stage) => ({
      run: () =>
        statusOf(
          fetch('/public/v1/invoices/', {
            method: 'POST',
            headers: { 'X-API-KEY': apiKey(), 'content-type': 'application/json' },
            body: JSON.stringify({ ...INVOICE, ...wrong }),
          }),
        ),
    })
    let end: unknown[] = []
    const check: Experiment['check'] = ({ reports, others }) => {
      end = [...others, ...reports]
      return []
    }
    await explore.once(tiny({ start, check }), [{ on: ROUTE, request: 1, do: 'other-locks' }])
    expect(end).toEqual([422, 422])
  })

  it.each<[what: string, set: (world: Simulator) => void, plan: string | undefined, expected: unknown[]]>([
    ['maintenance', inMaintenance, undefined, [503, 503, 503]],
    ['maintenance', inMaintenance, 'maintenance', [503, 503, 503]],
    ['nothing', () => {}, 'maintenance', [503, 200, 200]],
    ['a fault', withFault, undefined, [503, 503, 503]],
    ['a fault', withFault, 'unavailable', [503, 503, 503]],
    ['a lapsed subscription', lapsed, undefined, [402, 402, 402]],
    ['a lapsed subscription', lapsed, 'lapse', [402, 402, 402]],
    ['nothing', () => {}, 'lapse', [402, 402, 200]],
  ])('the calm round has what the world of the user had: %s, %s, %s', async (_, set, plan, expected) => {
    const world = createSimulator()
    set(world)
    const start = ({ fetch, apiKey }: Stage) => ({
      run: () => statusOf(fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': apiKey() } })),
    })
    let end: unknown[] = []
    const check: Experiment['check'] = ({ reports }) => {
      end = [...reports]
      return []
    }
    const misfortunes = plan === undefined ? [] : [{ on: 'GET /public/v1/invoices/', request: 1, do: plan }]
    await explore.once(tiny({ world, start, check, rounds: 3 }), misfortunes as never)
    expect(end).toEqual(expected)
  })

  it.each([undefined, 'other-edits'] as const)(
    'an edit of others excuses no other member: %s',
    async (plan) => {
      const world = createSimulator()
      world.records.invoices.create({ ...INVOICE, reference_number: 'R-1' })
      const path = '/public/v1/invoices/1/'
      const start = (stage: Stage) => ({
        async run() {
          const headers = { 'X-API-KEY': stage.apiKey(), 'content-type': 'application/json' }
          const shown = (await (await stage.fetch(path, { headers })).json()) as object
          const body = JSON.stringify({ ...shown, reference_number: 'overwritten' })
          await stage.fetch(path, { method: 'PUT', headers, body })
        },
      })
      const check = nothingLost('invoices', 'reference_number', ['R-1'])
      const misfortunes = plan ? [{ on: 'GET /public/v1/invoices/{}/', request: 1, do: plan }] : []
      const { failure } = await explore.once(tiny({ world, start, check }), misfortunes)
      expect(failure?.complaint).toBe('the invoice with reference_number R-1 is lost')
    },
  )

  it('what others remove is told to the check as it was, also what drifts', async () => {
    const world = createSimulator()
    const { id } = world.records.customers.create({
      name: 'Gone',
      unique_id: 'GONE',
      email: 'gone@example.com',
      address: '1 High Street',
      country: 'US',
      phone: '',
      website: '',
    })
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        for (const path of [`/public/v1/customers/${id}/`, '/public/v1/customers/'])
          await fetch(path, { headers: { 'X-API-KEY': apiKey() } })
      },
    })
    // A page drifts from its top.
    const gone = [
      ['other-removes', 'GET /public/v1/customers/{}/', id, 'Gone'],
      ['shift', 'GET /public/v1/customers/', 1, 'Acorn Stores'],
    ] as const
    for (const [kind, on, which, name] of gone) {
      const removed: unknown[] = []
      const check: Experiment['check'] = ({ others }) => void removed.push(...others)
      await explore.once(tiny({ world, start, check }), [{ on, request: 1, do: kind }])
      expect(removed).toMatchObject([{ records: 'customers', id: which, did: 'removed', was: { name } }])
    }
  })
})
