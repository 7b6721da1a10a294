import { afterEach, describe, expect, it, vi } from 'vitest'
import { findWorkerScript } from '../../src/hosts/browser/worker-script'
import type { AccountingSimulatorParameters } from '../../src/hosts/storybook/parameters'
import { simulatorFor } from '../../src/hosts/storybook/story-simulator'

describe('the parameter accountingSimulator', () => {
  it.each([
    [
      { senario: 'outage' },
      'accountingSimulator.senario',
      'accountingSimulator.senario is not a known member, perhaps scenario',
    ],
    [{ scenario: 'lost-reply' }, 'accountingSimulator.scenario', 'accountingSimulator.scenario '],
    ['outage', 'accountingSimulator', 'accountingSimulator must be an object'],
  ])('%j is refused', async (parameters, option, message) => {
    await expect(simulatorFor(parameters as AccountingSimulatorParameters)).rejects.toMatchObject({
      name: 'OptionError',
      option,
      message: expect.stringContaining(message),
    })
  })
})

describe('rate limits of a story', () => {
  it.each([
    [{}, 60, 0],
    [{ options: { rateLimits: { endpoint: { burst: 5, refillPerSecond: 1 } } } }, 6, 1],
  ] as const)('%j: of %i requests at one instant %i are refused', async (parameters, requests, refused) => {
    const simulator = await simulatorFor(parameters)
    const statuses: number[] = []
    for (let sent = 0; sent < requests; sent += 1) {
      const headers = { 'X-API-KEY': simulator.apiKey }
      statuses.push((await simulator.fetch('/public/v1/customers/', { headers })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(refused)
  })
})

describe('a worker script that is missing', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('names the caller, what the server answers, and what to do', async () => {
    vi.stubGlobal('document', { baseURI: 'http://localhost:6006/iframe.html' })
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    const user = { name: 'accounting-simulator/storybook', placing: 'and serve it.', scoping: '' }
    await expect(findWorkerScript({}, user)).rejects.toThrow(
      "accounting-simulator/storybook: msw's worker script is missing. " +
        'http://localhost:6006/mockServiceWorker.js answers 404. ' +
        'Write it with `npx msw init public/ --save` and serve it.',
    )
  })
})
