import { createSimulator } from 'accounting-simulator'
import { explore } from 'accounting-simulator/explore'
import { runTest } from 'accounting-simulator/matchers'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { warningsLeft } from './warnings-left'

const { warn, left } = warningsLeft()

const world = createSimulator()
const experiment = {
  world,
  start: ({ fetch, baseUrl }: { fetch: typeof globalThis.fetch; baseUrl: string }) => ({
    run: () => fetch(`${baseUrl}/public/v1/items/`).then(() => undefined),
  }),
  check: () => ['always'],
  rounds: 1,
}
const recorded = {
  at: '2026-01-15T09:00:00Z',
  request: { method: 'GET', url: `${world.baseUrl}/public/v1/items/`, headers: {}, body: null },
  response: { status: 200, headers: {}, body: '{"success":true}' },
}

const WORK: Readonly<Record<string, () => Promise<object>>> = {
  'explore.once': () => explore.once(experiment, []),
  explore: () => explore(experiment),
  checkReceiver: () => checkReceiver(() => new Response(), { secret: 'whsec' }),
  replay: () => replay([recorded]),
}
const NAMES = Object.keys(WORK)
const told = (name: string) => `${name} was still under way when the test ended: is it awaited?`
const read = (report: object) => Object.values(report).map(String)

describe('work that nobody awaits is a warning of the test that began it', () => {
  let begun: Promise<object> | undefined

  describe.each(NAMES)('%s', (name) => {
    test('begins', () => {
      begun = WORK[name]?.()
      expect(begun).toBeInstanceOf(Promise)
    })

    test('ends in another test, which is told nothing', async () => {
      expect(await begun).toBeTypeOf('object')
    })

    test('is awaited in the same test, at last', async () => {
      const late = WORK[name]?.() as Promise<object>
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(read(await late)).not.toEqual([])
    })

    test('is told by runTest', async () => {
      let late: Promise<object> | undefined
      await runTest(createSimulator(), () => {
        late = WORK[name]?.()
      })
      expect(warn.mock.calls).toEqual([[expect.stringContaining(told(name)), expect.anything()]])
      await late
    })
  })

  test('each was told once, with its test', () => {
    expect(left).toHaveLength(NAMES.length * 4)
    for (const [index, name] of NAMES.entries()) {
      const [begins, ends, awaited] = left.slice(index * 4)
      expect(begins).toEqual([expect.stringContaining(`> ${name} > begins: ${told(name)}`)])
      expect([ends, awaited]).toEqual([[], []])
    }
  })

  test.fails('a test that fails is told nothing, since it may have run out of time', () => {
    left.length = 0
    begun = WORK.checkReceiver?.()
    throw new Error('out of time')
  })

  test('as it was', async () => {
    expect(left).toEqual([[]])
    read((await begun) as object)
  })
})
