import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSimulator, type Simulator } from 'accounting-simulator'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundlePrograms } from '../support/bundled'
import { type Story, stories, tell } from '../support/random-story'
import { temporaryFolder } from '../support/temporary-folder'
import { isThorough } from '../support/thorough'

const folder = temporaryFolder()

const runs = { numRuns: isThorough ? 200 : 20 }

/** Ways to interrupt a story that nobody who reads its answers may notice; `aside` is what happens meanwhile. */
const interruptions: Readonly<Record<string, (simulator: Simulator, aside: Story) => Promise<Simulator>>> = {
  'snapshot and restore': async (simulator, aside) => {
    const mark = simulator.snapshot()
    await tell(simulator, aside)
    simulator.restore(mark)
    return simulator
  },
  'restore, twice to the same snapshot': async (simulator, aside) => {
    const mark = simulator.snapshot()
    for (let i = 0; i < 2; i += 1) {
      await tell(simulator, aside)
      simulator.restore(mark)
    }
    return simulator
  },
  'fork, going on with the fork': async (simulator, aside) => {
    const twin = simulator.fork()
    await tell(simulator, aside)
    return twin
  },
  'fork, going on with the original': async (simulator, aside) => {
    await tell(simulator.fork(), aside)
    return simulator
  },
  'export and import': async (simulator, aside) => {
    const file = JSON.parse(JSON.stringify(simulator.export()))
    await tell(simulator, aside)
    return createSimulator({ world: file })
  },
}

describe.each(Object.entries(interruptions))('%s', (_, interrupt) => {
  it('changes no byte of what follows', async () => {
    await fc.assert(
      fc.asyncProperty(stories, stories, stories, async (first, aside, rest) => {
        const plain = createSimulator()
        const expected = [...(await tell(plain, first)), ...(await tell(plain, rest))]
        const simulator = createSimulator()
        const told = await tell(simulator, first)
        const after = await interrupt(simulator, aside)
        expect([...told, ...(await tell(after, rest))]).toEqual(expected)
        expect(after.export()).toEqual(plain.export())
        expect(after.books.check()).toEqual([])
      }),
      runs,
    )
  })
})

describe('reset', () => {
  it('is a new simulator', async () => {
    await fc.assert(
      fc.asyncProperty(stories, stories, async (before, story) => {
        const used = createSimulator({ seed: 3 })
        await tell(used, before)
        used.reset()
        const fresh = createSimulator({ seed: 3 })
        expect(used.export()).toEqual(fresh.export())
        expect(await tell(used, story)).toEqual(await tell(fresh, story))
      }),
      runs,
    )
  })
})

describe('the same seed and calls', () => {
  it('give the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.integer(), async (story, seed) => {
        const [one, other] = [createSimulator({ seed }), createSimulator({ seed })]
        expect(await tell(one, story)).toEqual(await tell(other, story))
        expect(one.admin.keys.issue()).toEqual(other.admin.keys.issue())
        expect(one.export()).toEqual(other.export())
      }),
      runs,
    )
  })

  it('give them in every time zone', async () => {
    const script = fileURLToPath(new URL('../support/tell-fixed-story.ts', import.meta.url))
    await bundlePrograms(folder, { 'tell-fixed-story': script })
    const program = join(folder, 'tell-fixed-story.js')
    const under = async (zone: string) =>
      (await promisify(execFile)(process.execPath, [program], { env: { ...process.env, TZ: zone } })).stdout
    const [kolkata, samoa] = await Promise.all([under('Asia/Kolkata'), under('Pacific/Apia')])
    expect(kolkata).toMatch(/^[0-9a-f]{64}$/)
    expect(samoa).toBe(kolkata)
    expect(await under('UTC')).toBe(kolkata)
  })
})
