import { createSimulator } from 'accounting-simulator'
import { expect, it } from 'vitest'
import { LostAnswers } from '../../src/command/mutate/lost-answers'
import type { MutantRuns } from '../../src/command/mutate/mutant-runs'
import type { TriedLines } from '../../src/command/mutate/tried-lines'
import { type Mutant, mutantsByTestText, UNCHANGED } from '../../src/service/mutants/mutant'
import { HeardRequests } from '../../src/simulator/heard-requests'
import { internalsOf } from '../../src/simulator/internals-of'
import type { MutationOrder } from '../../src/simulator/mutation-order'
import { A, B, C, date, type Given, memo, mutant, run, together } from './named-runs'

it('mutants are apart if no test and no simulator can have two of them, and play wherever they can be', () => {
  const country = mutant('country')
  const filter: Mutant = { kind: 'filter-left-out', operation: 'GET /x/', member: 'search' }
  const HOOK = 'c.test.ts > hook'
  const given: Given = {
    seen: [
      [memo, A],
      [memo, HOOK],
      [date, B],
      [filter, C],
      [country, null],
    ],
    sharing: [B, C],
  }
  const played = together(given)
  const groups = played.apart([country, memo, date, filter].map((one) => ({ mutant: one })))
  expect(groups.map((group) => group.map((one) => one.mutant.member))).toEqual([
    ['country'],
    ['memo', 'date'],
    ['search'],
  ])
  expect([...played.everywhere([memo, date])]).toEqual([
    [A, memo],
    [HOOK, memo],
    [B, date],
  ])
})

it('no request has two mutants: two dates that are left out may hide each other from the test of both', () => {
  const dueDate = mutant('due_date')
  const played = together({
    seen: [
      [date, A],
      [dueDate, A],
    ],
  })
  const groups = played.apart([date, dueDate].map((one) => ({ mutant: one })))
  expect(groups.map((group) => group.map((one) => one.mutant.member))).toEqual([['date'], ['due_date']])
})

it('the mutants of a run and their tests are short enough for a variable of the environment', () => {
  const long = (one: string, at: number): Mutant => mutant(`${one}${at}`)
  const all = Array.from({ length: 60 }, (_, at) => ({
    mutant: long('memo', at),
    test: `a.test.ts > ${'long '.repeat(199)}${at}`,
  }))
  const played = together({
    seen: all.map((one) => [one.mutant, one.test] as const),
    tests: all.map(({ test }) => test),
  })
  for (const groups of [played.groups(all), played.apart(all)]) {
    expect(groups.flat()).toEqual(all)
    expect(groups.length).toBe(3)
    for (const group of groups) {
      const byTest = new Map(group.map((one) => [one.test, one.mutant]))
      expect(mutantsByTestText(byTest).length).toBeLessThanOrEqual(30_000)
    }
  }
})

it('lost answers that turn their tests red are lost together once, for both kinds of keys', async () => {
  const keyed = (['no-idempotency-key', 'fresh-idempotency-key'] as const).flatMap((kind) => [
    { mutant: { kind, operation: 'POST /x/', member: '' }, test: A },
    { mutant: { kind, operation: 'POST /y/', member: '' }, test: C },
  ])
  const given: Given = { seen: keyed.map((one) => [one.mutant, one.test] as const) }
  const played: { readonly mutant: string; readonly files: unknown }[] = []
  const runs = {
    files: { ofTests: (tests: readonly string[]) => tests },
    run: (how: (typeof played)[number]) => {
      played.push(how)
      return Promise.resolve(run({ failed: [A, C] }))
    },
  } as unknown as MutantRuns
  const testFor = (operation: string) => ({ test: operation === 'POST /x/' ? A : C })
  const triedLines = () => ({ testFor }) as unknown as TriedLines
  const lost = new LostAnswers(runs, new Set(), together(given), triedLines, () => false)
  await lost.playTogether(keyed.map(({ mutant }) => mutant))
  expect(played.map(({ mutant, files }) => [mutant, files])).toEqual([[UNCHANGED, [A, C]]])
})

it.each<[string, (shared: ReturnType<typeof createSimulator>) => void]>([
  ['its traffic is cleared', (shared) => shared.traffic.clear()],
  ['it is reset', (shared) => shared.reset()],
])('a shared simulator begins another life when %s, in which an answer is lost anew', async (_, clear) => {
  const shared = createSimulator()
  const LIST = 'GET /public/v1/items/'
  const lives: number[] = []
  const order: Partial<MutationOrder> = {
    lostResponses: [{ test: A, on: LIST }],
    testOf: () => A,
    tell: ({ received }) => void (received && lives.push(received.life)),
  }
  const { faults, recorder } = internalsOf(shared)
  const heard = new HeardRequests({ faults, recorder, hosting: shared.hosting }, order as MutationOrder)
  const ask = async (): Promise<void> => {
    await shared.fetch('/public/v1/items/')
    for (const entry of [...shared.traffic].slice(-1)) heard.add(entry)
  }
  const losses = (): number => {
    const before = shared.faults.list().length
    heard.loseAnswerOf({ key: LIST } as Parameters<HeardRequests['loseAnswerOf']>[0])
    return shared.faults.list().length - before
  }
  await ask()
  expect([losses(), losses()]).toEqual([1, 0])
  shared.faults.clear()
  await ask()
  clear(shared)
  await ask()
  expect([losses(), losses()]).toEqual([1, 0])
  const [first = 0] = lives
  expect(lives).toEqual([first, first, first + 1])
})
