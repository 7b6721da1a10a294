import { describe, expect, it } from 'vitest'
import { Office } from '../support/worlds/office'

const MIB = 1024 * 1024

/** A body of so many MiB, made while it is read. */
const flood = (mebibytes: number) => {
  let left = mebibytes
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left === 0) return controller.close()
      left -= 1
      controller.enqueue(new Uint8Array(MIB).fill(0x61))
    },
  })
}

const trickle = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('thank')),
  })

/** A body that breaks off after its first bytes. */
const broken = () => {
  let isBegun = false
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isBegun) return controller.error(new Error('connection reset'))
      isBegun = true
      controller.enqueue(new TextEncoder().encode('thank'))
    },
  })
}

/** One delivery to a receiver. */
async function deliver(receiver: () => Response) {
  const office = new Office({ webhooks: { patience: 500 } })
  const hook = await office.register()
  office.receive(receiver)
  office.sell()
  await office.simulator.webhooks.flush()
  const [attempt] = office.simulator.webhooks.attempts
  return { office, log: await office.lastLog(hook), attempt }
}

describe('an answer is cut', () => {
  it.each([
    ['a flood', 200, () => new Response(flood(1000), { status: 200 }), 'delivered', 65_536 + 7],
    [
      'one large body',
      500,
      () => new Response('x'.repeat(20 * MIB), { status: 500 }),
      'retrying',
      65_536 + 7,
    ],
    ['a body that trickles', 200, () => new Response(trickle(), { status: 200 }), 'delivered', 5 + 7],
    ['a refusal whose body trickles', 422, () => new Response(trickle(), { status: 422 }), 'failed', 5 + 7],
    ['a short body', 200, () => new Response('thanks', { status: 200 }), 'delivered', 6],
  ])('%s with status %i', async (_, response_status, receiver, status, length) => {
    const { log, attempt, office } = await deliver(receiver)
    expect(log).toMatchObject({ status, response_status })
    expect(attempt?.response?.body).toHaveLength(length)
    expect(JSON.stringify(office.simulator.export()).length).toBeLessThan(MIB)
  })
})

const used = () => {
  const response = new Response('once')
  void response.text()
  return response
}
const withStatus = (status: unknown) =>
  Object.defineProperty(new Response(''), 'status', { value: status }) as Response

describe('a malformed answer is a failed attempt', () => {
  it.each([
    ['no number as status', () => withStatus(Number.NaN), /its status is NaN/],
    ['a text as status', () => withStatus('200'), /its status is 200/],
    ['a status above the range', () => withStatus(600), /its status is 600/],
    ['a status below the range', () => withStatus(99), /its status is 99/],
    ['a body that breaks off', () => new Response(broken(), { status: 202 }), /^connection reset/],
    ['nothing', () => undefined as unknown as Response, /must return a Response, not undefined/],
    ['a response that was read before', used, /its body was read before; a receiver returns a new Response/],
    [
      'headers without end',
      () => new Response('', { headers: { a: 'x'.repeat(70_000) } }),
      /headers are too/,
    ],
  ])('%s', async (_, receiver, why) => {
    const { office, log, attempt } = await deliver(receiver)
    expect(log).toMatchObject({ status: 'retrying', response_status: null })
    expect(attempt?.why).toMatch(why)
    office.receive(200)
    office.sell()
    await office.simulator.webhooks.flush()
    expect(office.simulator.webhooks.attempts).toHaveLength(2)
  })
})

describe('a receiver that answers each delivery with the next change', () => {
  it('ends the flush with an error that names it', async () => {
    const office = new Office({ rateLimits: false })
    await office.register(['core.customer/updated'])
    const { simulator } = office
    const change = (name: string) => simulator.records.customers.update(1, { name })
    office.receive(() => {
      for (let at = 0; at <= 10_000; at += 1) change(`n${at}`)
      return new Response(null, { status: 204 })
    })
    change('first')
    await expect(simulator.webhooks.flush()).rejects.toThrow(
      'more than 10000 deliveries were caused by deliveries at 2026-01-15T09:00:00.000Z; ' +
        'the receiver at https://hooks.example.com/in seems to answer core.customer/updated ' +
        'with a change that sends it again',
    )
    expect(simulator.webhooks.attempts).toHaveLength(1)
  }, 60_000)

  it('is no such receiver if the deliveries were there before, and the event loop has its turns', async () => {
    const office = new Office({ rateLimits: false })
    await office.register(['core.customer/updated'])
    const { simulator } = office
    for (let at = 0; at < 300; at += 1) simulator.records.customers.update(1, { name: `n${at}` })
    office.receive(200)
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    })
    await simulator.webhooks.flush()
    clearInterval(counting)
    expect(simulator.webhooks.attempts).toHaveLength(300)
    expect(turns).toBeGreaterThan(0)
  })
})
