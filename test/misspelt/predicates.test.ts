import assert from 'node:assert/strict'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { describe, expect, test, vi } from 'vitest'

const ON = 'POST /public/v1/customers/'
const HOOK = 'https://hooks.example.com/in'

/** Every place that takes a predicate, and what it comes to. */
const PLACES: Readonly<Record<string, (simulator: Simulator, predicate: never) => unknown>> = {
  'where of a member': ({ records }, name) => records.customers.findMany({ name }),
  where: ({ records }, where) => records.customers.findMany(where),
  'where, counted': ({ records }, where) => records.customers.count(where),
  'body.name': (simulator, name) => simulator.received(ON, { name }),
  'filter of the traffic': ({ traffic }, filter) => traffic.filter(filter),
  'filter of the timeline': ({ timeline }, filter) => timeline.filter(filter),
}

async function asked(): Promise<Simulator> {
  const simulator = createSimulator({ world: 'small-company' })
  await post(simulator, '/public/v1/customers/', { name: 'Northwind' })
  return simulator
}
const post = async (simulator: Simulator, path: string, body: object): Promise<Response | Error> => {
  const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  return simulator.fetch(path, sent).catch((error: Error) => error)
}

const NEEDS = 'must return true or false; a function with braces needs a return'

describe('a predicate with braces and no return fits nothing, so it is refused', () => {
  test.each<[string, unknown]>([
    [
      'a function with an arrow within',
      (one: { lines?: number[] }) => {
        one.lines?.some((line) => line > 1)
      },
    ],
    [
      'a comparison',
      (one: { memo?: string }) => {
        one.memo === 'a'
      },
    ],
    ['nothing', () => {}],
  ])('%s', async (_, mute) => {
    const { traffic } = await asked()
    expect(() => traffic.filter(mute as never)).toThrow(NEEDS)
  })

  test.each(Object.keys(PLACES))('%s', async (place) => {
    const mute = (one: unknown): void => {
      typeof one === 'object'
    }
    const simulator = await asked()
    expect(() => PLACES[place]?.(simulator, mute as never)).toThrow(NEEDS)
  })

  test('on and when of a fault, and the rule of a receiver', async () => {
    const mute = (() => {}) as never
    for (const options of [{ on: mute }, { on: ON, when: mute }]) {
      const simulator = createSimulator()
      const asks = runTest(simulator, async () => {
        simulator.faults.inject({ ...options, then: { status: 503 } })
        await post(simulator, '/public/v1/customers/', {})
      })
      await expect(asks).rejects.toThrow(NEEDS)
    }
    const simulator = createSimulator()
    await post(simulator, '/public/v2/webhooks/', { url: HOOK, topics: ['core.customer/created'] })
    simulator.webhooks.connect(mute, () => new Response())
    simulator.make.customer()
    await expect(simulator.webhooks.flush()).rejects.toThrow(NEEDS)
  })
})

/** Correct ones, which may well give nothing back. */
const FINE: Readonly<Record<string, unknown>> = {
  'a member that is not there': (one: { memo?: string }) => one.memo,
  'a member of a member': (one: { of?: { id?: string } }) => one.of?.id,
  'braces, and a return that is not met': (one: unknown) => {
    if (one === 0) return true
    return undefined
  },
  'an early return with nothing': (one: unknown) => {
    if (one !== 0) return
    return true
  },
  'a bound function': ((one: unknown) => void one).bind(null),
  'a function of the host': Reflect.get(console, 'debug', console).bind(undefined),
  'a mock': vi.fn(),
  'a list that is looked through': (one: { lines?: unknown[] }) =>
    one.lines?.find((line) => {
      return line === 0
    }),
  'an empty object for another': (one: { memo?: string }) => (one.memo ? {} : undefined),
  'an object at the end': (one: { memo?: string }) => one.memo && { is: one.memo },
  'what is expected of each': (one: unknown) => {
    expect(one).toBeDefined()
  },
  'what is asserted of each': (one: unknown) => {
    assert.notEqual(one, undefined)
  },
  'what collects': (one: unknown) => {
    seen.push(one)
  },
  'what counts': () => {
    counted.all += 1
  },
  'what refuses': (one: unknown) => {
    if (one === 0) throw new Error('none')
  },
}
const seen: unknown[] = []
const counted = { all: 0 }

describe('a predicate that gives nothing back for what does not fit is none of that', () => {
  test.each(Object.entries(FINE))('%s', async (_, predicate) => {
    vi.spyOn(console, 'debug').mockImplementation(() => undefined)
    const simulator = await asked()
    for (const look of Object.values(PLACES))
      expect([[], 0]).toContainEqual(look(simulator, predicate as never))
    vi.restoreAllMocks()
  })

  test('this is what filter is given', async () => {
    const { traffic } = await asked()
    const wanted = { status: 422 }
    const fits = function (this: typeof wanted, entry: (typeof traffic)[number]) {
      return entry.response?.status === this.status
    }
    expect(traffic.filter(fits, wanted)).toHaveLength(1)
  })
})
