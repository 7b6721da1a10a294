import { isOptionError } from 'accounting-simulator'
import { useSimulator } from 'accounting-simulator/vitest'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { INVOICE, INVOICES } from '../support/worlds/shop'
import { at, HEADERS, START } from './instants'

const simulator = useSimulator({ time: 'virtual' })
const url = `${simulator.baseUrl}${INVOICES}`
const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

describe('on virtual time', () => {
  beforeEach(async () => {
    await sleep(60_000)
  })
  afterEach(async () => {
    const before = simulator.clock.now
    await sleep(60_000)
    expect(Date.parse(simulator.clock.now) - Date.parse(before)).toBe(60_000)
  })

  test('hooks and tests share the clock of the fork', async () => {
    expect(simulator.clock.now).toBe(at(60))
    await sleep(3_600_000)
    expect(new Date().toISOString()).toBe(at(3660))
  })

  test.concurrent.for([1, 7, 90])('concurrent tests have clocks of their own: %i', async (seconds) => {
    for (let turn = 0; turn < 5; turn += 1) await sleep(seconds * 1000)
    expect(Date.now()).toBe(Date.parse(START) + 60_000 + 5000 * seconds)
  })

  test('a storm of 429s over five minutes ends for every client with stock retries', async () => {
    const began = Date.now()
    simulator.faults.inject({ during: '5 minutes', then: { status: 429, retryAfter: 60 } })
    const retried = axios.create()
    axiosRetry(retried, {
      retries: 10,
      retryCondition: ({ response }) => response?.status === 429,
      retryDelay: axiosRetry.exponentialDelay,
    })
    const json = { ...INVOICE, reference_number: 'A' }
    const statuses = await Promise.all([
      ky
        .post(url, { json, headers: HEADERS, retry: { limit: 6, methods: ['post'] } })
        .then(({ status }) => status),
      got
        .post(url, { json, headers: HEADERS, retry: { limit: 6, methods: ['POST'] } })
        .then((r) => r.statusCode),
      retried.post(url, json, { headers: HEADERS }).then(({ status }) => status),
    ])
    expect(statuses).toEqual([200, 200, 200])
    expect(Date.now() - began).toBeGreaterThanOrEqual(300_000)
    expect(simulator.records.invoices.count()).toBe(3)
  })

  test('a delay beyond the client’s time-out is one of virtual time', async () => {
    simulator.faults.inject({ times: 4, then: { delay: '2 minutes' } })
    const outcomes = await Promise.all([
      fetch(url, { headers: HEADERS, signal: AbortSignal.timeout(30_000) }).catch(({ name }: Error) => name),
      ky(url, { headers: HEADERS, timeout: 30_000, retry: 0 }).catch(({ name }: Error) => name),
      got(url, { headers: HEADERS, timeout: { request: 30_000 }, retry: { limit: 0 } }).catch(
        ({ name }: Error) => name,
      ),
      axios.get(url, { headers: HEADERS, timeout: 30_000 }).catch(({ code }: { code: string }) => code),
    ])
    expect(outcomes).toEqual(['TimeoutError', 'TimeoutError', 'TimeoutError', 'ECONNABORTED'])
    expect(Date.parse(simulator.clock.now) - Date.parse(at(60))).toBeLessThan(31_000)
  })
})

test('a wrong value of an option is refused', () => {
  for (const options of [{ time: 'fast' }, { unhandled: 'hang up' }]) {
    try {
      useSimulator(options as never)
      expect.unreachable()
    } catch (error) {
      expect(isOptionError(error)).toBe(true)
    }
  }
})
