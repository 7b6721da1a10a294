import { createSimulator, type ExportedWorld, type SimulatorOptions } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'

const headers = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }

const SMALL: SimulatorOptions = {
  rateLimits: { aggregate: { burst: 2, refillPerSecond: 1 } },
  assumptions: { 'delete-response': '204' },
  strict: true,
  webhooks: { headerPrefix: 'Ledger', patience: 50 },
}

/** The effects of each option on a world: its bucket, its response to an unknown member, its assumption. */
async function habits(options: SimulatorOptions) {
  const simulator = createSimulator(options)
  const unknown = await simulator.fetch('/public/v1/customers/', {
    method: 'POST',
    headers,
    body: '{"nonsense":1}',
  })
  const removed = await simulator.fetch('/public/v1/customers/5/', { method: 'DELETE', headers })
  return {
    limit: unknown.headers.get('x-ratelimit-limit'),
    isStrict: (await unknown.text()).includes('Extra inputs'),
    removed: removed.status,
    prefix: simulator.export().options?.webhooks?.headerPrefix,
  }
}

const file = (options: SimulatorOptions) => createSimulator(options).export()

describe('a file carries the options that its future depends on', () => {
  it.each<[string, SimulatorOptions, object]>([
    ['alone', {}, { limit: '2', isStrict: true, removed: 204, prefix: 'Ledger' }],
    ['with other limits', { rateLimits: false }, { limit: null, isStrict: true, removed: 204 }],
    ['that is not strict', { strict: false }, { limit: '2', isStrict: false, removed: 204 }],
    [
      'with another choice',
      { assumptions: { 'delete-response': 'success-true' } },
      { limit: '2', isStrict: true, removed: 200 },
    ],
    ['with another prefix', { webhooks: { headerPrefix: 'Other' } }, { limit: '2', prefix: 'Other' }],
  ])('%s', async (_, options, expected) => {
    expect(await habits({ world: file(SMALL), ...options })).toMatchObject(expected)
  })

  it('and goes on carrying them', () => {
    expect(file({ world: file(SMALL) }).options).toEqual(file(SMALL).options)
  })

  it('if it has any: older files have none', async () => {
    const { options: _, ...old } = file(SMALL)
    expect(await habits({ world: old })).toMatchObject({ limit: '10', isStrict: false, prefix: 'Service' })
  })

  it.each<[string, unknown, RegExp]>([
    ['no object', 3, /world\.options: options must be an object/],
    ['an unknown option', { clock: 'live' }, /world\.options: clock is not a known member/],
    [
      'limits that are none',
      { rateLimits: { aggregate: 3 } },
      /world\.options: rateLimits\.aggregate must be/,
    ],
    ['an unknown assumption', { assumptions: { nonsense: 1 } }, /world\.options: .*nonsense/],
    ['a wrong choice', { assumptions: { 'delete-response': 7 } }, /world\.options: .*delete-response/],
    ['strict in words', { strict: 'yes' }, /world\.options: strict must be true or false/],
  ])('refuses %s', (_, options, message) => {
    const world = { ...file({}), options } as ExportedWorld
    expect(() => createSimulator({ world })).toThrow(expect.objectContaining({ option: 'world' }))
    expect(() => createSimulator({ world })).toThrow(message)
  })
})
