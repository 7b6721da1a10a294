import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { invoice, Office } from '../support/worlds/office'

/** The state of a delivery after a response (docs/service.md §14.4). */
const delivered = async (answer: number | Response, options = {}) => {
  const office = new Office(options)
  const hook = await office.register()
  office.receive(answer)
  office.sell()
  await office.simulator.clock.advance('3 minutes')
  return { office, hook, entry: await office.lastLog(hook) }
}

describe('statuses', () => {
  it.each(
    table(`
      answer | status     attempts  error
      200    | delivered  1         -
      201    | delivered  1         -
      202    | delivered  1         -
      204    | delivered  1         -
      299    | delivered  1         -
      400    | failed     1         HTTP 400
      401    | failed     1         HTTP 401
      403    | failed     1         HTTP 403
      404    | failed     1         HTTP 404
      405    | failed     1         HTTP 405
      410    | failed     1         HTTP 410
      422    | failed     1         HTTP 422
      301    | retrying   3         HTTP 301
      302    | retrying   3         HTTP 302
      304    | retrying   3         HTTP 304
      307    | retrying   3         HTTP 307
      402    | retrying   3         HTTP 402
      406    | retrying   3         HTTP 406
      408    | retrying   3         HTTP 408
      409    | retrying   3         HTTP 409
      413    | retrying   3         HTTP 413
      418    | retrying   3         HTTP 418
      429    | retrying   3         HTTP 429
      451    | retrying   3         HTTP 451
      500    | retrying   3         HTTP 500
      502    | retrying   3         HTTP 502
      503    | retrying   3         HTTP 503
      504    | retrying   3         HTTP 504
      599    | retrying   3         HTTP 599
    `),
  )('$answer: $status', async ({ answer, status, attempts, error }) => {
    const { office, entry } = await delivered(Number(answer))
    expect(entry).toEqual({
      event_id: office.attempts[0]?.event_id,
      topic: 'core.invoice/created',
      status,
      attempts: Number(attempts),
      response_status: Number(answer),
      last_error: error === '-' ? '' : error,
      delivered_at: status === 'delivered' ? '2026-01-15T09:00:00Z' : null,
      created_at: '2026-01-15T09:00:00Z',
    })
    const followUp = office.simulator.webhooks.queue.map(({ due }) => due)
    expect(followUp).toEqual(status === 'retrying' ? ['2026-01-15T09:07:00.000Z'] : [])
  })

  it('what stops the retries of one event leaves the next one alone', async () => {
    const { office, hook } = await delivered(410)
    office.receive(200)
    office.sell()
    await office.simulator.webhooks.flush()
    expect((await office.log(hook)).map(({ status }) => status)).toEqual(['delivered', 'failed'])
  })

  it('a receiver that throws is a network error', async () => {
    const { office, hook } = await delivered(200)
    office.simulator.webhooks.connect('https://hooks.example.com/', () => {
      throw new Error('out of memory')
    })
    office.sell()
    await office.simulator.webhooks.flush()
    expect(await office.lastLog(hook)).toMatchObject({
      status: 'retrying',
      response_status: null,
      last_error: 'out of memory',
    })
  })

  it('nothing connected is a refused connection, and says so', async () => {
    const office = new Office()
    const hook = await office.register()
    office.sell()
    await office.simulator.webhooks.flush()
    expect(await office.lastLog(hook)).toMatchObject({ status: 'retrying', response_status: null })
    expect(office.attempts[0]).toMatchObject({ response: null })
    expect(office.attempts[0]?.why).toContain('nothing is connected to https://hooks.example.com/in')
  })

  it('says why with each attempt', async () => {
    const office = new Office()
    await office.register()
    office.receive(503, 200)
    office.sell()
    await office.simulator.clock.advance('1 hour')
    expect(office.attempts.map(({ why }) => why)).toEqual([
      'answered 503: will be retried (docs/service.md §14.4)',
      'answered 200: delivered (docs/service.md §14.4)',
    ])
  })
})

describe("the receiver's Retry-After", () => {
  const at = (text: string) => `2026-01-15T${text}.000Z`
  it.each(
    table(`
      status  retry-after                      | next
      429     -                                | 09:01:00
      429     30                               | 09:01:00
      429     60                               | 09:01:00
      429     61                               | 09:01:01
      429     3600                             | 10:00:00
      429     0                                | 09:01:00
      429     -5                               | 09:01:00
      429     1.5                              | 09:01:00
      429     soon                             | 09:01:00
      429     Thu, 15 Jan 2026 09:30:00 GMT    | 09:30:00
      429     Thu, 15 Jan 2026 09:00:30 GMT    | 09:01:00
      429     Wed, 14 Jan 2026 09:00:00 GMT    | 09:01:00
      429     Thu, 32 Jan 2026 09:30:00 GMT    | 09:01:00
      503     3600                             | 09:01:00
      500     3600                             | 09:01:00
    `),
  )('$status, $retry-after: at $next', async (row) => {
    const office = new Office()
    await office.register()
    const headers = row['retry-after'] === '-' ? {} : { 'Retry-After': row['retry-after'] }
    office.receive(new Response(null, { status: Number(row.status), headers }))
    office.sell()
    await office.simulator.webhooks.flush()
    expect(office.simulator.webhooks.queue.map(({ due }) => due)).toEqual([at(row.next)])
  })

  it('can be ignored by assumption', async () => {
    const office = new Office({ assumptions: { 'webhook-receiver-429': 'ignore' } })
    await office.register()
    office.receive(new Response(null, { status: 429, headers: { 'Retry-After': '3600' } }))
    office.sell()
    await office.simulator.webhooks.flush()
    expect(office.simulator.webhooks.queue[0]?.due).toBe(at('09:01:00'))
  })

  it('does not shorten what the backoff has grown to', async () => {
    const office = new Office()
    await office.register()
    office.receive(500, 500, 500, new Response(null, { status: 429, headers: { 'Retry-After': '120' } }))
    office.sell()
    await office.simulator.clock.advance('7 minutes')
    expect(office.simulator.webhooks.queue[0]?.due).toBe(at('09:15:00'))
  })
})

describe('a receiver that never answers', () => {
  it('costs the service ten seconds of its own time, from whose end the delay runs', async () => {
    const office = new Office({ webhooks: { patience: 20 } })
    const hook = await office.register()
    office.receive(() => new Promise(() => undefined))
    office.sell()
    await office.simulator.clock.advance('2 minutes')
    expect(office.minutes()).toEqual([0, 70 / 60])
    expect(await office.lastLog(hook)).toMatchObject({
      status: 'retrying',
      attempts: 2,
      response_status: null,
      last_error: 'timed out',
    })
    expect(office.simulator.webhooks.queue[0]?.due).toBe('2026-01-15T09:03:20.000Z')
  })

  it('does not end a program that waits for nothing else', async () => {
    const program = `
      import { createSimulator } from './src/index'
      const simulator = createSimulator({ webhooks: { patience: 200 } })
      const body = JSON.stringify({ url: 'https://hooks.example.com/', topics: ['core.invoice/created'] })
      const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
      await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body })
      simulator.webhooks.connect('https://hooks.example.com/', () => new Promise(() => undefined))
      simulator.records.invoices.create(${JSON.stringify(invoice())})
      await simulator.webhooks.flush()
      console.log(simulator.webhooks.attempts[0].why)
    `
    const { stdout } = await promisify(execFile)('npx', ['tsx', '--input-type=module', '--eval', program])
    expect(stdout).toContain('timed out')
  })

  it('has answered when only its body never ends: the body is cut', async () => {
    const office = new Office({ webhooks: { patience: 20 } })
    const hook = await office.register()
    office.receive(() => new Response(new ReadableStream({})))
    office.sell()
    await office.simulator.webhooks.flush()
    expect(await office.lastLog(hook)).toMatchObject({ status: 'delivered', response_status: 200 })
    expect(office.simulator.webhooks.attempts[0]?.response?.body).toBe('… [cut]')
  })
})
