import type { Simulator } from 'accounting-simulator'
import { scenarios } from 'accounting-simulator/scenarios'
import { describe, expect, test } from 'vitest'
import { post } from '../hosts/matchers/send'
import { fault, HOOKS, hearsAt, look, opened, play, warned } from './left-behind'

const customers = { on: 'GET /public/v1/customers/', then: { status: 503 } } as const
const rare = { ...customers, probability: 1e-9 } as const
const MEANT = 'if that is meant, disarm it in the test'

/** The lines of the error or of the warnings with which a test ends. */
const ROWS: readonly [string, (simulator: Simulator) => unknown, string][] = [
  [
    'a scenario whose faults hit nothing, of which the test reads `unfired`',
    async (s) => void (await play(s, { inject: fault }, { inject: fault })).unfired,
    '',
  ],
  [
    'a scenario of which the client met a part, and of which the test reads `fired`',
    async (s) => {
      const storm = await play(s, { inject: customers }, { inject: fault })
      await look(s)
      expect(storm.fired).toHaveLength(1)
    },
    '',
  ],
  [
    'a scenario of which the client met a part',
    async (s) => {
      await play(s, { inject: customers }, { inject: fault })
      await look(s)
    },
    `warned: fault 2 on GET /public/v1/items/ hit nothing, while others of its scenario did: {"status":503}; ${MEANT}`,
  ],
  [
    'a built-in scenario of which the client met a part',
    async (s) => {
      await s.play(scenarios['lost-response'])
      for (const reference of ['A', 'B', 'C', 'D', 'E']) await post(s, reference)
    },
    'warned: fault 2 on POST /public/v1/customer-payments/ hit nothing, while others of its scenario did: ' +
      `{"loseResponse":true}; ${MEANT}`,
  ],
  [
    'a scenario of which the client met no fault',
    (s) => play(s, { clearFaults: true }, { inject: fault }),
    'failed: fault 1 on GET /public/v1/items/ hit nothing: {"status":503}; if that is meant, clear it in the test',
  ],
  [
    'a fault that chance left alone',
    async (s) => {
      s.faults.inject(rare)
      for (let count = 0; count < 20; count += 1) await look(s)
    },
    `warned: fault 1 on GET /public/v1/customers/ hit nothing by chance: {"status":503}; ${MEANT}`,
  ],
  [
    'a fault of chance for every request',
    async (s) => {
      s.faults.inject({ probability: 1e-9, then: { status: 502 } })
      await look(s)
    },
    `warned: fault 1 on every request hit nothing by chance: {"status":502}; ${MEANT}`,
  ],
  [
    'a fault of chance for deliveries',
    async (s) => {
      s.faults.inject({ on: 'DELIVERY core.customer/*', probability: 1e-9, then: { timeout: true } })
      await hearsAt(s, `${HOOKS}in`)
    },
    `warned: fault 1 on DELIVERY core.customer/* hit nothing by chance: {"timeout":true}; ${MEANT}`,
  ],
  [
    'a fault of chance of which the test reads the hits',
    async (s) => {
      const { hits } = await look(s).then(() => s.faults.inject({ ...rare, times: 2 }))
      expect(hits).toBe(0)
    },
    '',
  ],
  [
    'a fault of chance for which no request came',
    async (s) => {
      s.faults.inject({ ...fault, probability: 0.5 })
      await look(s)
    },
    'failed: fault 1 on GET /public/v1/items/ hit nothing: {"status":503}; if that is meant, clear it in the test',
  ],
]

describe('the end of a test', () => {
  test.each(ROWS)('with %s', async (_, work, told) => {
    const { simulator, problems } = opened()
    await work(simulator)
    const [way = '', text = ''] = told.split(/: (.*)/)
    expect(await problems()).toEqual(way === 'failed' ? [text] : [])
    expect(await warned(work)).toEqual(told ? [expect.stringContaining(text)] : [])
  })
})
