import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { panelOf, turn } from '../support/panel'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

const HOOK = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }

describe('back to before an entry', () => {
  it('keeps the states between changes, and what was left', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    await ask('POST /moments')
    for (let count = 0; count < 3; count++) {
      await send('POST', INVOICES, INVOICE)
      await turn()
    }
    const [, second] = await ask('GET /traffic')
    const { left, after } = await ask('POST /moments/restore', { before: second.sequence })
    expect([after < second.sequence, simulator.records.invoices.count()]).toEqual([true, 1])
    await ask(`POST /snapshots/${left.id}/restore`)
    expect(simulator.records.invoices.count()).toBe(3)
    await turn()
    await ask('POST /moments/restore', { before: second.sequence })
    expect(simulator.records.invoices.count()).toBe(1)
  })

  it('refuses an entry without an earlier state, and leaves no snapshot', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    await send('POST', INVOICES, INVOICE)
    await ask('POST /moments')
    expect(await ask('POST /moments/restore', { before: 1 })).toEqual({
      error: 'no state before entry 1 was kept',
      option: 'before',
    })
    expect(await ask('POST /moments/restore', {})).toMatchObject({ option: 'before' })
    expect(await ask('POST /moments/restore', { before: 2, state: 1 })).toEqual({
      error: 'give either before or state',
      option: 'before',
    })
    expect(await ask('GET /snapshots')).toEqual([])
  })

  it('ends after the move of the clock that came last, not before it', async () => {
    const simulator = createSimulator()
    const ask = panelOf(simulator)
    await ask('POST /moments')
    for (let day = 0; day < 3; day++) {
      await simulator.clock.advance('1 day')
      await turn()
    }
    await ask('POST /moments/restore', { before: simulator.timeline.at(-1)?.sequence })
    expect(simulator.clock.now).toBe('2026-01-17T09:00:00.000Z')
  })

  it('forgets the states that a reset has erased', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    await ask('POST /moments')
    await send('POST', INVOICES, INVOICE)
    await turn()
    const { sequence } = simulator.timeline.at(-1) ?? { sequence: 0 }
    await ask('POST /reset')
    await turn()
    await ask('POST /moments/restore', { before: sequence })
    expect(simulator.records.invoices.count()).toBe(0)
  })

  it('forgets states that the host has erased', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    const start = simulator.snapshot()
    await ask('POST /moments')
    await send('POST', INVOICES, INVOICE)
    await turn()
    simulator.restore(start)
    await turn()
    expect(await ask('GET /moments')).toEqual([
      { after: simulator.timeline.at(-1)?.sequence, at: '2026-01-15T09:00:00.000Z' },
    ])
  })

  it('goes back to a state by its number, also where no entry tells of the change', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    await send('POST', '/public/v2/webhooks/', HOOK)
    await send('POST', INVOICES, INVOICE)
    const { state } = await ask('POST /moments')
    expect(await ask('POST /moments')).toEqual({ state })
    await turn()
    await ask('POST /webhooks/drop', { id: 1 })
    await turn()
    expect(simulator.webhooks.queue).toHaveLength(0)
    const { left, after } = await ask('POST /moments/restore', { state })
    expect(left.name).toBe(`Before undoing, after #${after}`)
    expect(simulator.webhooks.queue).toHaveLength(1)
    await ask(`POST /snapshots/${left.id}/restore`)
    expect(simulator.webhooks.queue).toHaveLength(0)
    await turn()
    await ask('POST /moments/restore', { state })
    expect(simulator.webhooks.queue).toHaveLength(1)
    await ask('POST /reset')
    expect(await ask('POST /moments/restore', { state })).toEqual({
      error: `state ${state} is kept no more`,
      option: 'state',
    })
  })

  it('keeps states before failures longer than others, and of the older ones fewer', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    await ask('POST /moments')
    for (let count = 1; count <= 450; count++) {
      await send('POST', INVOICES, count % 30 === 0 ? {} : INVOICE)
      await turn()
    }
    const states = (await ask('GET /moments')).map(({ after }: { after: number }) => after)
    expect(states).toHaveLength(200)
    // A reset leads to the state before the first entry.
    expect(states[0]).toBeGreaterThan(0)
    const failed = simulator.traffic.filter(({ response }) => response?.status === 422)
    expect(failed).toHaveLength(15)
    expect(failed.filter(({ sequence }) => !states.includes(sequence - 1))).toEqual([])
    // The latest states all stay, and no older entry is far behind one.
    const last = simulator.timeline.at(-1)?.sequence ?? 0
    expect(states.slice(-100)).toEqual(Array.from({ length: 100 }, (_, at) => last - 99 + at))
    expect(Math.max(...states.slice(1).map((one: number, at: number) => one - states[at]))).toBeLessThan(30)
  })

  it('keeps older states also where a caller knows the number of each', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    for (let count = 0; count < 300; count++) {
      await send('POST', INVOICES, INVOICE)
      await ask('POST /moments')
    }
    const states = (await ask('GET /moments')).map(({ after }: { after: number }) => after)
    expect(states).toHaveLength(200)
    expect(states[0]).toBe(1)
    expect(Math.max(...states.slice(1).map((one: number, at: number) => one - states[at]))).toBeLessThan(30)
  })

  it('keeps one state for many deliveries, and forgets those within a move of the clock first', async () => {
    const { simulator, send } = shop()
    const ask = panelOf(simulator)
    await send('POST', '/public/v2/webhooks/', HOOK)
    await ask('POST /moments')
    for (let count = 0; count < 3; count++) {
      await send('POST', INVOICES, INVOICE)
      await turn()
    }
    const before = await ask('GET /moments')
    simulator.webhooks.connect(HOOK.url, async () => {
      await turn()
      return new Response('ok')
    })
    await ask('POST /webhooks/deliver', { ids: [1, 2, 3] })
    await turn()
    const kept = await ask('GET /moments')
    expect(simulator.webhooks.attempts).toHaveLength(3)
    expect(kept.slice(0, -1)).toEqual(before)

    for (let count = 0; count < 250; count++) simulator.records.invoices.create(INVOICE)
    await turn()
    const { state } = await ask('POST /moments')
    await ask('POST /clock/advance', { duration: '1 hour' })
    await turn()
    expect(simulator.webhooks.attempts).toHaveLength(253)
    const all = await ask('GET /moments')
    expect(all).toHaveLength(200)
    expect(all.slice(0, kept.length)).toEqual(kept)
    await ask('POST /moments/restore', { state })
    expect(simulator.webhooks.attempts).toHaveLength(3)
  })
})

it('a state that somebody has the number of stays, though it is within a move of the clock', async () => {
  const { simulator, send } = shop()
  const ask = panelOf(simulator)
  await send('POST', '/public/v2/webhooks/', HOOK)
  await ask('POST /moments')
  for (let count = 0; count < 250; count++) simulator.records.invoices.create(INVOICE)
  await turn()
  let marked: { state: number } | undefined
  simulator.webhooks.connect(HOOK.url, async () => {
    marked ??= await ask('POST /moments')
    await turn()
    return new Response('ok')
  })
  await ask('POST /clock/advance', { duration: '1 hour' })
  await turn()
  expect(simulator.webhooks.attempts).toHaveLength(250)
  expect(await ask('POST /moments/restore', marked)).toHaveProperty('left')
  expect(simulator.webhooks.attempts.length).toBeLessThan(2)
})

it('many deliveries at once', async () => {
  const { simulator, send } = shop()
  const ask = panelOf(simulator)
  await send('POST', '/public/v2/webhooks/', HOOK)
  for (let count = 0; count < 4; count++) simulator.records.invoices.create(INVOICE)
  expect(await ask('GET /overview')).toEqual({ armed: 0, waiting: 4 })
  const refusals = [{ ids: [1, 99, 2] }, { id: 1, ids: [2] }, { ids: 3 }, {}]
  for (const given of refusals)
    expect((await ask('POST /webhooks/drop', given)).option, JSON.stringify(given)).toMatch(/^ids?$/)
  expect(simulator.webhooks.queue).toHaveLength(4)
  await ask('POST /webhooks/drop', { ids: [1, 2, 1] })
  await ask('POST /webhooks/deliver', { ids: [3, 4] })
  expect(simulator.webhooks.attempts).toHaveLength(2)
})

it('the last entries of the timeline', async () => {
  const { simulator, send } = shop()
  const ask = panelOf(simulator)
  for (let count = 0; count < 4; count++) await send('GET', INVOICES)
  const sequences = async (query: string) =>
    (await ask(`GET /timeline${query}`)).map(({ sequence }: { sequence: number }) => sequence)
  const all = await sequences('')
  expect(await sequences('?last=2')).toEqual(all.slice(-2))
  expect(await sequences(`?since=${all[0]}&limit=2`)).toEqual(all.slice(1, 3))
  expect(await sequences('?filter=invoices&last=1')).toEqual(all.slice(-1))
})

it('how many entries the timeline has lost since the last reset', async () => {
  const { simulator, send } = shop(0, { traffic: { entries: 10 } })
  const ask = panelOf(simulator)
  const told = async (): Promise<[kept: number, forgotten: number]> => [
    simulator.timeline.length,
    (await ask('GET /timeline/forgotten')).forgotten,
  ]
  expect(await told()).toEqual([0, 0])
  for (let count = 0; count < 30; count++) await send('GET', INVOICES)
  const [kept, forgotten] = await told()
  expect(kept).toBeLessThan(11)
  expect(kept + forgotten).toBe(30)
  simulator.reset()
  await send('GET', INVOICES)
  expect(await told()).toEqual([1, 0])
  simulator.traffic.clear()
  expect(await told()).toEqual([0, 1])
})
