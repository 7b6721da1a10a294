import { createSimulator, type FaultEffect } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'

const path = '/public/v1/customers/1/'
const headers = { 'X-API-KEY': 'test-api-key' }

/** A request that meets a fault, and the same one without. */
async function meet(then: FaultEffect) {
  const simulator = createSimulator()
  simulator.faults.inject({ then })
  const call = simulator.fetch(path, { headers }).catch(() => undefined)
  if (!('delay' in then)) await call
  void simulator.fetch(path, { headers })
  const [faulty, sound] = simulator.traffic
  return { simulator, faulty, sound, call }
}

describe('what the service answered and the client did not get is kept in the traffic', () => {
  test.each<[string, FaultEffect, boolean]>([
    ['a lost answer', { loseResponse: true }, true],
    ['half an answer', { truncateBody: 10 }, true],
    ['an answer that is no JSON', { malformedJson: true }, true],
    ['an answer that is held back', { delay: '1 minute' }, true],
    ['an answer in the place of the service', { status: 503 }, false],
    ['a request that never arrives', { networkError: true }, false],
  ])('%s', async (_, then, isKept) => {
    const { faulty, sound } = await meet(then)
    expect(faulty?.unseen?.body).toBe(isKept ? sound?.response?.body : undefined)
    expect(faulty && 'unseen' in faulty).toBe(isKept)
    expect(sound && 'unseen' in sound).toBe(false)
  })

  test('until the held back answer arrives', async () => {
    const { simulator, faulty, sound, call } = await meet({ delay: '1 minute' })
    await simulator.clock.advance('1 minute')
    await call
    expect(faulty?.response?.body).toBe(sound?.response?.body)
    expect(faulty && 'unseen' in faulty).toBe(false)
  })
})
