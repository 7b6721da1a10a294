import type { SimulatorOptions } from 'accounting-simulator'
import { describe, expect, it, test } from 'vitest'
import { clientOf, type Json, refusal, type Send } from '../support/client'
import { contentOf } from '../support/content'
import { table } from '../support/table'
import { Checking, PATH } from '../support/worlds/paper-checks'

describe('answers', () => {
  it('of later are the checks, of a batch their numbers', async () => {
    const checking = new Checking()
    const made = await checking.take('later P E1')
    const { items } = checking.simulator.records.paperChecks.list()
    expect(made.body).toEqual(items)
    const { pdf_content, ...rest } = (await checking.take('batch 2 1 from 101')).body
    expect(rest).toEqual({
      printed_checks: [
        { paper_check_id: 2, check_number: '101' },
        { paper_check_id: 1, check_number: '102' },
      ],
      total_printed: 2,
    })
    expect(pdf_content).toBe((await checking.take('now E2')).body.pdf_content)
  })

  it('hold a PDF whose table finds its objects', async () => {
    const { body } = await new Checking().take('now E1')
    const text = atob(body.pdf_content as string)
    expect(text).toMatch(/^%PDF-1\.\d\n[\s\S]*\n%%EOF\n$/)
    const start = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
    expect(text.slice(start)).toMatch(/^xref\n0 4\n0000000000 65535 f \n/)
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    )
    expect(offsets.map((offset) => text.slice(offset).split('\n')[0])).toEqual([
      '1 0 obj',
      '2 0 obj',
      '3 0 obj',
    ])
  })

  it('are told in the traffic, and rest on what was assumed', async () => {
    const checking = new Checking()
    await checking.take('later E1 > batch 1 > now E2')
    const story = String(checking.simulator.traffic)
    for (const line of ['made 1 of paper-checks', 'printed 1 of paper-checks', 'printed PaperCheck 2'])
      expect(story).toContain(line)
    expect(checking.simulator.assumptions.used()).toEqual(
      expect.arrayContaining([
        ...['open-group-paths', 'paper-check-transaction', 'paper-check-number'],
        ...['paper-check-status', 'paper-check-pdf'],
      ]),
    )
  })
})

describe('the switches', () => {
  it.each([
    ['paper-check-number', 'off', 'printed', 'PDF'],
    ['paper-check-status', 'none', 'none 1', 'PDF'],
    ['paper-check-pdf', 'empty', 'printed 1', ''],
  ])('%s: %s', async (id, value, shown, pdf) => {
    const checking = new Checking({ assumptions: { [id]: value } })
    const { pdf_content } = (await checking.take('now E1')).body
    expect([checking.shown('E1'), atob(pdf_content as string).slice(1, 4)]).toEqual([shown, pdf])
  })
})

describe('the operations are operations like any other', () => {
  const operations = [
    ['print now', 'now E1', 'POST', 'print-now', { transaction_id: 4 }],
    ['print later', 'later E1 E2', 'POST', 'print-later', { transaction_ids: [4, 5] }],
    ['print a batch', 'batch 1 2', 'PUT', 'print-batch', { paper_check_ids: [1, 2] }],
  ] as const
  const opened = async (name: string, options: SimulatorOptions = {}) => {
    const checking = new Checking(options)
    if (name === 'print-batch') await checking.take('later E1 E2')
    return checking
  }

  it.each(operations)('%s: a key makes it happen once', async (_, __, method, name, body) => {
    const { simulator, send } = await opened(name)
    const key = { 'Idempotency-Key': 'once' }
    const first = await send(method, `${PATH}${name}/`, body, key)
    expect(first.status).toBe(200)
    const before = contentOf(simulator, { replies: true })
    const again = await send(method, `${PATH}${name}/`, body, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(contentOf(simulator, { replies: true })).toEqual(before)
    expect((await send(method, `${PATH}${name}/`, {}, key)).status).toBe(422)
  })

  it.each(operations)('%s: keys, subscriptions and limits', async (_, __, method, name, body) => {
    const { simulator, send } = await opened(name, {
      rateLimits: { endpoint: { burst: 2, refillPerSecond: 1 } },
      apiKeys: [{ key: 'test-api-key' }, { key: 'reader', permissions: ['READ_ONLY'] }],
    })
    const call = (as: Send) => as(method, `${PATH}${name}/`, body)
    expect((await call(clientOf(simulator, null))).status).toBe(401)
    expect((await call(clientOf(simulator, 'reader'))).status).toBe(403)
    simulator.admin.subscriptions.lapse('paperChecks')
    expect((await call(send)).status).toBe(402)
    simulator.admin.subscriptions.renew('paperChecks')
    expect([(await call(send)).status, (await call(send)).status]).toEqual([200, 429])
  })

  it.each(operations)('%s: each source changes once, and tells it', async (_, steps, __, name) => {
    const checking = await opened(name)
    const { simulator, send } = checking
    await send('POST', '/public/v2/webhooks/', {
      url: 'https://hooks.example.com/in',
      topics: ['core.directexpense/updated', 'core.directexpense/created'],
    })
    const revision = () => simulator.export().tables['org-1']?.directExpenses?.[0]?.revision
    const before = revision() as number
    const told: unknown[] = []
    simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      const { topic, object } = JSON.parse(await request.text())
      told.push([topic, object.id])
      return new Response()
    })
    await checking.take(steps)
    await simulator.webhooks.flush()
    expect(revision()).toBe(before + 1)
    expect(told.filter((one) => JSON.stringify(one).includes('",1]'))).toEqual([
      ['core.directexpense/updated', 1],
    ])
  })

  it.each([
    ['GET', 'print-now/'],
    ['PUT', 'print-later/'],
    ['POST', 'print-batch/'],
    ['POST', ''],
    ['PUT', '1/'],
  ])('%s %s is no operation', async (method, path) => {
    const answer = await new Checking().send(method, `${PATH}${path}`, method === 'GET' ? undefined : {})
    expect([answer.status, answer.body]).toEqual([405, refusal('__all__', 'Method not allowed')])
  })

  it('and are sealed off between organisations', async () => {
    const checking = new Checking()
    const { simulator } = checking
    await checking.take('later E1')
    const foreign = clientOf(simulator, simulator.organization('other').apiKey)
    expect((await foreign('POST', `${PATH}print-now/`, { transaction_id: 5 })).status).toBe(422)
    expect((await foreign('PUT', `${PATH}print-batch/`, { paper_check_ids: [1] })).status).toBe(422)
  })
})

test.each(
  table(`
    query                                        | ids
    id=2&id=3                                    | 2 3
    record_status=printed                        | 1
    record_status=not_printed&record_status=archived  | 2 3 4 5
    transaction_type=direct_expense              | 1 2
    transaction_type=vendor_payment&transaction_type=customer_refund  | 3 5
    vendor_id=1                                  | 1 2 3 4
    customer_id=1                                | 5
    start_date=2026-01-15&end_date=2026-01-15    | 1
    start_date=2026-01-16                        | 2 3 4 5
    end_date=2026-01-14                          | -
    search=FIR                                   | 1 2 3 4
    ordering=-amount                             | 5 2 4 3 1
  `),
)('GET /paper-checks/?$query', async ({ query, ids }) => {
  const checking = new Checking()
  await checking.take('now E1')
  await checking.simulator.clock.advance('1 day')
  await checking.take('later E3 P A R > delete 4')
  const answer = await checking.send('GET', `${PATH}?${query}`)
  expect((answer.body.items as Json[]).map(({ id }) => id).join(' ') || '-').toBe(ids)
})
