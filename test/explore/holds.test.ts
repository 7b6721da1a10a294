import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { sampled } from '../support/thorough'
import { HOOK, withEvents } from './clients-by-users/shop'

const CUSTOMERS = '/public/v1/customers/'
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

const orders = (options: Pick<Experiment, 'start' | 'check'> & Partial<Experiment>): Experiment => ({
  world: createSimulator(),
  rounds: 2,
  faults: 'orders',
  ...options,
})

describe('a hold is no fault', () => {
  it.each(
    sampled(
      [
        ['500 milliseconds', 10, 0] as const,
        ['5 seconds', 10, 0] as const,
        ['500 milliseconds', 4, 0] as const,
        ['500 milliseconds', 10, 6000] as const,
        ['1 second', 10, 8500] as const,
      ],
      2,
    ),
  )(
    'no delivery is held for so long that the service sends it again: latency %s, limit %i s, work of %i ms',
    async (latency, limit, work) => {
      const origin = (await withEvents()).world
      const world = origin.fork({ assumptions: { 'webhook-timeout': limit } })
      const start = ({ disk }: Stage) => ({
        async receive(request: Request) {
          const { event_id } = (await request.json()) as { event_id: string }
          disk.write(event_id, Number(disk.read(event_id) ?? 0) + 1)
          await pause(work)
          return new Response(null, { status: 204 })
        },
      })
      const check: Experiment['check'] = ({ disk }) =>
        disk
          .names()
          .flatMap((name) => (disk.read(name) === 1 ? [] : [`${name} came ${disk.read(name)} times`]))
      const options = orders({ world, start, check, latency, webhookUrl: HOOK })
      expect((await explore({ ...options, budget: { runs: 40 } })).failure?.story).toBeUndefined()
      const on = 'DELIVERY core.invoice/created'
      const hold = { on, delivery: 1, do: 'hold', leg: 'in', until: { on, delivery: 7 } } as const
      expect((await explore.once(options, [hold])).failure?.story).toBeUndefined()
    },
  )

  /** Waits two seconds for each answer, and says so if it gives one up. */
  const giving =
    (up: (stage: Stage, path: string, init: RequestInit) => Promise<unknown>, sendings: readonly number[]) =>
    (stage: Stage) => ({
      async run() {
        const init = { headers: { 'X-API-KEY': stage.apiKey() } }
        const send = async (at: number, position: number): Promise<void> => {
          await pause(at)
          const gone = await up(stage, `${CUSTOMERS}${position + 1}/`, init).then(() => undefined, String)
          if (gone !== undefined) stage.disk.write('gave up', gone)
        }
        await Promise.all(sendings.map(send))
      },
    })
  const LIMIT = 2000
  const late = (): Promise<never> =>
    pause(LIMIT).then(() => {
      throw new Error('too late')
    })

  it.each([
    [60_000, ['the copy is old']],
    // Nothing shows that this one waits so long.
    [undefined, []],
  ])('it lasts as long as the program waits for that request: %s', async (limit, complaints) => {
    const start = ({ fetch, apiKey, disk }: Stage) => ({
      async run() {
        if (disk.read('copy') !== undefined) return
        const headers = { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' }
        const signal = limit === undefined ? null : AbortSignal.timeout(limit)
        const copy = async (): Promise<void> => {
          const answer = await fetch(`${CUSTOMERS}1/`, { headers, signal })
          disk.write('copy', ((await answer.json()) as { phone: string }).phone)
        }
        const edit = async (): Promise<void> => {
          await pause(40_000)
          await fetch(`${CUSTOMERS}1/`, { method: 'PUT', headers, body: JSON.stringify({ phone: '5' }) })
          disk.write('copy', '5')
        }
        await Promise.all([copy(), edit()])
      },
    })
    const check: Experiment['check'] = ({ disk }) => (disk.read('copy') === '5' ? [] : ['the copy is old'])
    const { failure } = await explore(orders({ start, check, budget: { runs: 40 } }))
    expect(failure ? [failure.complaint] : []).toEqual(complaints)
  })

  it.each([
    [600_000, ['late']],
    // That is the program's next round.
    [3_600_000, []],
  ])(
    'an answer is as late as a timer of %s ms, if that may be a time-out',
    async (milliseconds, complaints) => {
      const start = ({ fetch, disk }: Stage) => ({
        async run() {
          const timer = setTimeout(() => undefined, milliseconds)
          const begun = Date.now()
          await fetch(`${CUSTOMERS}1/`).catch(() => undefined)
          clearTimeout(timer)
          if (Date.now() - begun > milliseconds) disk.write('late', true)
        },
      })
      const check: Experiment['check'] = ({ disk }) => (disk.read('late') ? ['late'] : [])
      const { failure } = await explore(
        orders({ start, check, faults: ['slow-too-late', 'limit'], budget: { runs: 20 } }),
      )
      expect(failure ? [failure.complaint] : []).toEqual(complaints)
    },
  )

  it.each<[timeout: string, start: Experiment['start']]>([
    [
      'AbortSignal.timeout',
      giving(
        ({ fetch }, path, init) => fetch(path, { ...init, signal: AbortSignal.timeout(LIMIT) }),
        [0, 3000],
      ),
    ],
    [
      'a controller whose timer is cleared',
      giving(
        async ({ fetch }, path, init) => {
          const controller = new AbortController()
          const timer = setTimeout(() => controller.abort(), LIMIT)
          await fetch(path, { ...init, signal: controller.signal }).finally(() => clearTimeout(timer))
        },
        [0, 1000, 3000],
      ),
    ],
    [
      'the same, as long as a pause between two requests',
      giving(
        async ({ fetch }, path, init) => {
          const controller = new AbortController()
          const timer = setTimeout(() => controller.abort(), LIMIT)
          await fetch(path, { ...init, signal: controller.signal }).finally(() => clearTimeout(timer))
        },
        [0, 1000, 2000, 3000],
      ),
    ],
    [
      'a race with a timer that is never cleared',
      giving(({ fetch }, path, init) => Promise.race([fetch(path, init), late()]), [0, 1000, 3000]),
    ],
    [
      'one AbortSignal.timeout for two requests',
      giving(
        async ({ fetch }, path, init) => {
          const signal = AbortSignal.timeout(LIMIT)
          await fetch(path, { ...init, signal })
          await pause(300)
          await fetch(path, { ...init, signal })
        },
        [0, 1000, 3000],
      ),
    ],
    [
      'a race of two requests with one deadline',
      giving(
        async ({ fetch }, path, init) => {
          let timer: ReturnType<typeof setTimeout> | undefined
          const deadline = new Promise((_, reject) => {
            timer = setTimeout(() => reject(new Error('too late')), LIMIT)
          })
          const both = fetch(path, init)
            .then(() => pause(300))
            .then(() => fetch(path, init))
          await Promise.race([both, deadline]).finally(() => clearTimeout(timer))
        },
        [0, 1000, 3000],
      ),
    ],
  ])('no hold outlasts a time-out of the program: %s', async (_, start) => {
    const check: Experiment['check'] = ({ disk }) => disk.names().map((name) => `${name}: ${disk.read(name)}`)
    const report = await explore(orders({ start, check, budget: { runs: 200 } }))
    expect(report.failure?.story).toBeUndefined()
    // Also one that somebody writes by hand, who does not know how long the program waits.
    const place = { on: `GET ${CUSTOMERS}{}/`, request: 1, attempt: 1 }
    for (const attempt of [2, 3]) {
      const until = { ...place, request: attempt }
      const byHand = await explore.once(orders({ start, check }), [
        { ...place, do: 'hold', leg: 'back', until },
      ])
      expect(byHand.failure?.story).toBeUndefined()
      expect(byHand.unreached.length + byHand.reached.length).toBe(1)
    }
  })
})
