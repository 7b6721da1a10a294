import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type KindName, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { creation, ROUTE, tiny } from './tiny'

const statusOf = (answer: Promise<Response>) => answer.then(({ status }) => status)

describe('somebody else', () => {
  it.each<[what: string, through: string, did: string[], expected: unknown[]]>([
    ['nothing was locked', '', ['locked'], [422, 200, undefined]],
    ['an earlier day was locked', '2026-01-10', ['locked'], [422, 200, '2026-01-10']],
    ['that was locked already', '2026-01-31', [], [422, 422, '2026-01-31']],
  ])('a lock of others ends with what was locked before: %s', async (_, through, did, expected) => {
    const world = createSimulator()
    if (through) world.admin.periods.lockThrough(1, through)
    const start = (stage: Stage) => ({ run: () => statusOf(stage.fetch(creation(stage))) })
    let end: unknown[] = []
    const check: Experiment['check'] = ({ simulator, reports, others }) => {
      const locks = simulator.export({ faults: 'leave-out' }).tables['org-1']?.periodLocks
      end = [others.map((one) => one.did), ...reports, locks?.[0]?.through]
      return []
    }
    await explore.once(tiny({ world, start, check }), [{ on: ROUTE, request: 1, do: 'other-locks' }])
    expect(end).toEqual([did, ...expected])
  })

  it('what others remove is told to the check as it was, also what drifts', async () => {
    const world = createSimulator()
    const { id } = world.records.customers.create({
      name: 'Gone',
      unique_id: 'GONE',
      email: 'gone@example.com',
      address: '1 High Street',
      country: 'US',
      phone: '',
      website: '',
    })
    const start = ({ fetch, apiKey }: Stage) => ({
      run: () => statusOf(fetch('/public/v1/customers/', { headers: { 'X-API-KEY': apiKey() } })),
    })
    // A page drifts from its top.
    const gone = { 'other-removes': [id, 'Gone'], shift: [1, 'Acorn Stores'] }
    for (const [kind, [which, name]] of Object.entries(gone)) {
      const removed: unknown[] = []
      const check: Experiment['check'] = ({ others }) => void removed.push(...others)
      await explore.once(tiny({ world, start, check }), [
        { on: 'GET /public/v1/customers/', request: 1, do: kind as KindName },
      ])
      expect(removed).toMatchObject([{ records: 'customers', id: which, did: 'removed', was: { name } }])
    }
  })
})
