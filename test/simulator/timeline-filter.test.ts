import { createSimulator, isOptionError, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { beforeAll, describe, expect, it } from 'vitest'
import { registry } from '../../src/resources/registry'
import { clientOf } from '../support/client'
import { pause } from '../support/pause'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'
import { template } from '../support/worlds/template'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const HOOK = 'https://hooks.example.com/in'

/** A day with an entry of each kind: the table below says which numbers they have. */
async function day(): Promise<Simulator> {
  const { simulator, send } = shop(0, { apiKeys: [{ key: 'test-api-key', label: 'Nightly' }] })
  await clientOf(simulator)('POST', '/public/v2/webhooks/', { url: HOOK, topics: ['core.invoice/created'] }) // 1
  simulator.webhooks.connect(HOOK, () => new Response('too old', { status: 400 }))
  simulator.records.recurringInvoices.create(template({ rrule: 'FREQ=MONTHLY' })) // 2
  await send('POST', INVOICES, { ...INVOICE, reference_number: 'Two Words' }, { 'Idempotency-Key': 'once' }) // 3
  await send('GET', '/health/') // 4
  await send('GET', `${INVOICES}9/`) // 5
  simulator.faults.inject({ on: `GET ${INVOICES}`, times: 1, then: { status: 503 } })
  await send('GET', `${INVOICES}?page=2`) // 6
  simulator.faults.inject({ on: `GET ${INVOICES}1/`, times: 1, then: { loseResponse: true } })
  await send('GET', `${INVOICES}1/`).catch(() => undefined) // 7
  simulator.faults.inject({ on: `GET ${INVOICES}1/`, times: 3, then: { delay: '1 hour' } })
  const gone = new AbortController()
  const aborted = simulator.fetch(`${INVOICES}1/`, {
    headers: { 'x-api-key': simulator.apiKey },
    signal: gone.signal,
  }) // 8
  await pause()
  gone.abort()
  await aborted.catch(() => undefined)
  const held = send('GET', `${INVOICES}1/`) // 9
  await simulator.play({ name: 'billing', steps: [{ create: { record: 'invoices', body: INVOICE } }] }) // 10
  await simulator.clock.advance('30 minutes') // 11, with deliveries 12 and 13
  await simulator.clock.advanceTo('2026-02-02T00:00:00Z') // 14, with work 15, delivery 16 and the end of the webhook 17
  await held
  void send('GET', `${INVOICES}1/`).catch(() => undefined) // 18
  await pause()
  return simulator
}

describe('a filter of the timeline', () => {
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await day()
  })

  it.each<[string, number[]]>([
    ['health', [4]],
    ['HEALTH', [4]],
    ['health|once', [3, 4]],
    ['health | once', [3, 4]],
    ['"Two Words"', [3, 7, 8, 9, 18]],
    ['words two method:post', [3]],
    ['#5', [5]],
    ['#5|#6', [5, 6]],
    ['-kind:request|delivery -kind:clock', [2, 10, 15, 17]],
    ['method:post', [1, 3]],
    ['path:page=2', [6]],
    ['route:"POST /public/v1/invoices/"', [3]],
    ['key:nightly invoices -#18 -outcome:answered', [7, 8]],
    ['idempotency:ONCE', [3]],
    ['kind:work|webhook', [15, 17]],
    ['status:503|404', [4, 5, 6]],
    ['status:503|health', [4, 6]],
    ['status>=400 kind:request', [4, 5, 6]],
    ['status:4xx', [4, 5, 12, 13, 16]],
    ['status>4xx', [6]],
    ['status<400', [1, 3, 9]],
    ['outcome:held', [18]],
    ['outcome:aborted', [8]],
    ['outcome:lost', [7]],
    ['outcome:held|aborted|lost', [7, 8, 18]],
    ['outcome:answered status:2xx', [1, 3, 9]],
    ['outcome:done', [2, 10, 15]],
    ['outcome:stop', [12, 13, 16]],
    ['topic:invoice/created', [12, 13, 16]],
    ['record:invoice/1', [3, 7, 8, 9, 18]],
    ['record:recurring-invoice', [2]],
    ['record:recurringInvoices/1', [2]],
    ['fault:2', [7]],
    ['fault:any', [6, 7, 8, 9, 18]],
    ['rule:not-found', [5]],
    ['at>=09:30 at<10:00', [14]],
    ['at>=2026-02-01 kind:request', [18]],
    ['at:2026-01-15 kind:clock', [11, 14]],
    ['at<=2026-01-15T09:00 kind:step', [10]],
    ['at>"2026-01-15 09:00"', [14, 15, 16, 17, 18]],
    ['"too old" -kind:webhook', [12, 13, 16]],
    ['"FREQ=MONTHLY"', [2]],
    ['page=2', [6]],
    ['-"status=500" "AND"|or #3', [3]],
    ['at:2026-01 kind:clock', [11, 14]],
    ['at>-1h', [18]],
    ['at>=-2d kind:work', [15]],
    ['at<-40d', []],
    ['at<-90min kind:clock', [11, 14]],
  ])('%s: %j', (filter, numbers) => {
    expect(simulator.timeline.filter(filter).map(({ sequence }) => sequence)).toEqual(numbers)
  })

  it('knows every record type by its name and in the singular', () => {
    for (const { name } of registry.everything.filter(({ name }) => name !== 'journalPayables'))
      for (const type of [name, kebab(name), name.replace(/ies$/, 'y').replace(/s$/, '')])
        expect([type, simulator.timeline.filter(`record:${type}`)]).toEqual([type, expect.anything()])
  })

  it('takes all for an empty text, and what is being typed', () => {
    for (const filter of ['', '  ', '-', '|', '-""', '"'])
      expect([filter, simulator.timeline.filter(filter).length]).toEqual([filter, simulator.timeline.length])
  })

  it('gives a timeline with its text and its page', () => {
    const refused = simulator.timeline.filter('status>=400 kind:request')
    expect(String(refused)).toContain('#4 GET /health/')
    expect(refused.toHtml().match(/<li /g)).toHaveLength(3)
    expect(refused.since(4).map(({ sequence }) => sequence)).toEqual([5, 6])
  })

  it.each([
    [
      'statsu:503',
      'filter: statsu is not a field, perhaps status; fields: status, method, path, route, key,',
    ],
    ['constructor:1', 'filter: constructor is not a field; fields: status'],
    ['https://hooks.example.com/', 'a text with : stands in quotes'],
    [
      'kind:deliverys',
      "filter: kind cannot be 'deliverys', perhaps delivery; it is one of request, delivery,",
    ],
    ['kind:step|requst', "filter: kind cannot be 'requst', perhaps request"],
    ['kind:zebra', "filter: kind must be request, delivery, clock, step, write, work, webhook, not 'zebra'"],
    ['status:', "filter: status must be a status such as 503 or 4xx, not ''"],
    ['status:five', "filter: status must be a status such as 503 or 4xx, not 'five'"],
    ['method>=POST', 'filter: method cannot be compared by >=; only status and at can'],
    ['record:7', "filter: record must be a record such as invoice/7, not '7'"],
    ['fault:first', "filter: fault must be the number of a fault, or 'any', not 'first'"],
    ['at>=nine', 'filter: at must be a time such as 09:05, 2026-01-15, 2026-01-15T09:05, or with >'],
    ['method:PSOT', "filter: method cannot be 'PSOT', perhaps POST; it is one of GET, HEAD,"],
    ['status:999', "filter: status must be a status such as 503 or 4xx, not '999'"],
    ['record:invoce/1', "filter: record cannot be 'invoce', perhaps invoice; it is one of account, "],
    ['record:zebra', "filter: record cannot be 'zebra'; it is one of account, "],
    ['health|record:bil', "filter: record cannot be 'bil', perhaps bill"],
    ['at:25:99', "not '25:99'"],
    ['at:-1h', "not '-1h'"],
    ['at>-1week', "not '-1week'"],
    ['at>=2026-02-30', "not '2026-02-30'"],
    ['at<2026-13', "not '2026-13'"],
    ['status=500', "filter: 'status=500' is not a term, perhaps status:500; a text like it stands in quotes"],
    ['status=>500', "'status=>500' is not a term, perhaps status>=500"],
    ['method!=GET', "'method!=GET' is not a term, perhaps -method:GET"],
    ['!status:500', "'!status:500' is not a term, perhaps -status:500"],
    ['(status:500 | method:POST)', "'(status:500' is not a term, perhaps status:500"],
    ['health OR items', "filter: 'OR' is not a term, perhaps |; a text like it stands in quotes"],
    ['health AND items', "filter: 'AND' is not a term, perhaps a space; a text like it stands in quotes"],
    ['NOT health', "filter: 'NOT' is not a term, perhaps -; a text like it stands in quotes"],
    [7, 'filter must be a text or a function'],
    [undefined, 'filter must be a text or a function'],
  ])('refuses %s', async (filter, message) => {
    let thrown: unknown
    try {
      simulator.timeline.filter(filter as string)
    } catch (error) {
      thrown = error
    }
    expect(isOptionError(thrown) && thrown.option).toBe('filter')
    expect((thrown as Error).message).toContain(message)
    if (typeof filter !== 'string') return
    const response = await controls(simulator)(
      new Request(`http://panel/__simulator/timeline?filter=${encodeURIComponent(filter)}`),
    )
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: (thrown as Error).message, option: 'filter' },
    ])
  })

  it.each([
    ['filter=status>=400&limit=2', [4, 5]],
    ['filter=status>=400&since=5', [6, 12, 13, 16]],
    ['filter=', undefined],
  ])('the controls take it: ?%s', async (query, numbers) => {
    const response = await controls(simulator)(new Request(`http://panel/__simulator/timeline?${query}`))
    const found = (await response.json()) as readonly { sequence: number }[]
    const all = simulator.timeline.map(({ sequence }) => sequence)
    expect(found.map(({ sequence }) => sequence)).toEqual(numbers ?? all)
  })

  it('a rewind ends a held response: it is lost', async () => {
    const world = createSimulator()
    const mark = world.snapshot()
    world.faults.inject({ then: { delay: '1 hour' } })
    const held = world.fetch('/public/health/').catch(() => undefined)
    await pause()
    expect(world.traffic[0]?.outcome).toBe('held')
    world.restore(mark)
    await held
    expect(world.timeline.filter('outcome:lost')).toHaveLength(1)
  })
})
