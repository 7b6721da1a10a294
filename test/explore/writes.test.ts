import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Plan, type Stage } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { INVOICES } from './tiny'

interface State {
  readonly sum: number
  readonly cursor: number
}

/** Adds up the invoices after the cursor each night. `load` and `save` say how it keeps both. */
const summing =
  (load: (disk: Stage['disk']) => State, save: (disk: Stage['disk'], state: State) => void) =>
  ({ fetch, apiKey, disk }: Stage) => ({
    async run() {
      for (let tries = 0; tries < 3; tries += 1) {
        const { sum, cursor } = load(disk)
        const headers = { 'X-API-KEY': apiKey() }
        const answer = await fetch(`${INVOICES}?ordering=id&limit=100`, { headers }).catch(() => undefined)
        if (!answer?.ok) continue
        const { items } = (await answer.json()) as { items: { number: number; amount: string }[] }
        const fresh = items.filter(({ number }) => number > cursor)
        const state = {
          sum: fresh.reduce((all, { amount }) => all + Number(amount), sum),
          cursor: Math.max(cursor, ...fresh.map(({ number }) => number)),
        }
        if (fresh.length > 0) save(disk, state)
        return
      }
    },
  })

const NOTHING: State = { sum: 0, cursor: 0 }
const twoFiles = summing(
  (disk) => ({ sum: disk.read('sum') ?? 0, cursor: disk.read('cursor') ?? 0 }),
  (disk, { sum, cursor }) => {
    disk.write('sum', sum)
    disk.write('cursor', cursor)
  },
)
const oneFile = summing(
  (disk) => disk.read('state') ?? NOTHING,
  (disk, state) => disk.write('state', state),
)
const renamed = summing(
  (disk) => disk.read('state') ?? NOTHING,
  (disk, state) => {
    disk.write('state.tmp', state)
    disk.write('state', disk.read('state.tmp'))
    disk.write('state.tmp', undefined)
  },
)
/** A file for each night; the newest one that says that it is whole counts. */
const numbered = summing(
  (disk) => disk.read(`state-${disk.read('whole') ?? 0}`) ?? NOTHING,
  (disk, state) => {
    disk.write(`state-${state.cursor}`, state)
    disk.write('whole', state.cursor)
  },
)

const sumOf = ({ disk }: Pick<Stage, 'disk'>): number =>
  disk.read<number>('sum') ??
  (disk.read<State>('state') ?? disk.read<State>(`state-${disk.read('whole')}`))?.sum ??
  0

const check: Experiment['check'] = ({ simulator, disk }) => {
  const total = simulator.records.invoices.findMany().reduce((sum, { amount }) => sum + Number(amount), 0)
  return sumOf({ disk }) === total ? [] : [`the sum is ${sumOf({ disk })}, not ${total}`]
}

const world = createSimulator()
world.make.invoices(3, { company_id: 1, customer_id: 1 })

const sums = (start: Experiment['start'], options: Partial<Experiment> = {}): Experiment => ({
  world,
  start,
  check,
  rounds: 3,
  budget: { runs: 120 },
  ...options,
})

const PLAN: Plan = [{ on: 'WRITE sum', write: 1, do: 'write-crash-after' }]

describe('a crash at a write', () => {
  it('finds a sum and its cursor in two files', async () => {
    const { failure, runs } = await explore(sums(twoFiles))
    expect(failure?.plan).toEqual(PLAN)
    expect(runs).toBeLessThan(15)
    expect(failure?.story.split('\n').slice(1)).toEqual([
      '  1. WRITE sum #1: your program was killed just after it wrote this file, and started again a minute later',
      '     You: was started again, 60 s later',
      expect.stringMatching(/^ {5}You: GET \S+ #1, try 2, 60.3 s later \(ordering=id\) -> 200, 3 invoices: /),
      '  In the calm run you wrote the file sum once, here 2 times.',
    ])
    expect(failure?.scenario).toBeUndefined()
    expect((await explore.once(sums(twoFiles), PLAN)).failure).toEqual(failure)
  })

  it('is found and shrunk among other misfortunes', async () => {
    const kept: Plan = [
      { on: `GET ${INVOICES}`, request: 1, do: 'unavailable' },
      { on: 'WRITE cursor', write: 1, do: 'write-crash' },
      { on: 'WRITE cursor', write: 9, do: 'write-crash' },
    ]
    const { failure } = await explore(sums(twoFiles, { kept: [kept] }))
    expect(failure?.plan).toEqual([{ on: 'WRITE cursor', write: 1, do: 'write-crash' }])
  })

  it.each([
    ['one file', oneFile, ['WRITE state']],
    ['a temporary file that takes the place of the other', renamed, ['WRITE state', 'WRITE state.tmp']],
    ['files with numbers', numbered, ['WRITE state-{}', 'WRITE whole']],
  ])('does not accuse %s', async (_, start, files) => {
    const report = await explore(sums(start))
    expect(String(report)).toMatch(/^survived 120 plans/)
    const met = report.reached.filter(({ kinds }) => kinds.includes('write-crash-after'))
    expect(met.map(({ on }) => on)).toEqual(files)
  })

  /** Keeps two files, but only of a night whose list it could not read. */
  const noting = ({ fetch, apiKey, disk }: Stage) => ({
    async run() {
      const answer = await fetch(INVOICES, { headers: { 'X-API-KEY': apiKey() } })
      if (answer.ok) return disk.write('seen', true)
      disk.write('failed', Number(disk.read('failed') ?? 0) + 1)
      disk.write('told', Number(disk.read('told') ?? 0) + 1)
    },
  })
  const asTold: Experiment['check'] = ({ disk }) =>
    disk.read('failed') === disk.read('told') ? [] : ['not all failures were told']
  const faults = ['unavailable', 'write-crash-after', 'write-crash'] as const

  it('is tried at files that the program writes only after a first misfortune', async () => {
    const experiment = sums(noting, { check: asTold, faults })
    const { failure, runs, unreached } = await explore(experiment)
    expect(failure?.plan).toEqual([
      { on: `GET ${INVOICES}`, request: 1, attempt: 1, do: 'unavailable' },
      { on: 'WRITE failed', write: 1, do: 'write-crash-after' },
    ])
    expect(runs).toBeLessThan(12)
    expect(unreached).toContainEqual({ on: 'WRITE told', kinds: ['write-crash-after', 'write-crash'] })
    expect((await explore.once(experiment, failure?.plan ?? [])).failure).toEqual(failure)
    const short = await explore({ ...experiment, budget: { runs: 5 } })
    expect(short.left).toContain('two misfortunes')
    expect(short.unreached.map(({ on }) => on)).toEqual(['WRITE failed', 'WRITE told'])
  })

  it('also by several shards, whose report is that of the whole search', async () => {
    const experiment = sums(noting, { check: asTold, faults })
    const shards = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => explore({ ...experiment, shard })))
    expect(JSON.stringify(explore.merge(shards))).toBe(JSON.stringify(await explore(experiment)))
  })

  it('also while it starts, but not in the calm round', async () => {
    const lives: unknown[] = []
    const start = ({ disk }: Stage) => {
      lives.push(disk.read('lives') ?? 0)
      disk.write('lives', Number(disk.read('lives') ?? 0) + 1)
      return { run: () => void disk.write('run', true) }
    }
    const plan = (write: number): Plan => [{ on: 'WRITE lives', write, do: 'write-crash-after' }]
    const one = sums(start, { check: () => [] })
    expect(await explore.once(one, plan(1))).toMatchObject({ survived: true, unreached: [] })
    expect(lives).toEqual([0, 1])
    const calm: Plan = [{ on: 'WRITE run', write: 3, do: 'write-crash' }]
    expect((await explore.once(one, calm)).unreached).toEqual([{ on: 'WRITE run', kinds: ['write-crash'] }])
  })

  it.each([
    [{ on: 'cursor', write: 1 }, 'plan[0].on', "must be a file such as 'WRITE cursor', not 'cursor'"],
    [{ on: 'WRITE cursor' }, 'plan[0].write', 'must be a whole number above 0'],
    [{ on: 'WRITE cursor', write: 1, request: 1 }, 'plan[0].request', 'count it as write'],
  ])('%j is refused', async (place, option, message) => {
    const plan = [{ ...place, do: 'write-crash' }] as Plan
    await expect(explore.once(sums(oneFile), plan)).rejects.toThrow(
      expect.objectContaining({ option, message: expect.stringContaining(message) }),
    )
  })
})
