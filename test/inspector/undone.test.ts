import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { describe, expect, it } from 'vitest'
import { internalsOf } from '../../src/simulator/internals-of'
import { type EntryJson, entryLine } from '../../src/tools/inspector/entries'
import { Controls } from '../../src/tools/inspector/port'
import { TimelineSource } from '../../src/tools/inspector/timeline-source'
import { undoably, undoneByRewinds, undoneRanges } from '../../src/tools/inspector/undone'
import type { ViewContext } from '../../src/tools/inspector/view'
import { lineName } from '../../src/tools/inspector/widgets'

it.each([
  ['nothing went back', [], []],
  ['back once', [[10, 4]], [[5, 9]]],
  [
    'back twice, the second before the first',
    [
      [10, 4],
      [12, 2],
    ],
    [[3, 11]],
  ],
  [
    'back twice, the second after the first',
    [
      [10, 4],
      [15, 12],
    ],
    [
      [13, 14],
      [5, 9],
    ],
  ],
  [
    'back and forth again',
    [
      [10, 4],
      [12, 9],
    ],
    [[10, 11]],
  ],
  ['back to before the latest change', [[10, 9]], [[10, 9]]],
] as const)('%s', (_, restores, ranges) => {
  expect(undoneRanges(restores)).toEqual(ranges)
})

it('a restore says after which entry the state was that it went to', async () => {
  const simulator = createSimulator()
  const port = controls(simulator)
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const response = await port(new Request(`http://simulator.invalid/__simulator${path}`, init))
    return response.json() as Promise<unknown>
  }
  const customer = () => simulator.make.customer()
  customer()
  const snapshot = simulator.snapshot()
  customer()
  const forth = internalsOf(simulator).snapshots.keep()
  simulator.restore(snapshot)
  const undone = async () => {
    const lines = ((await ask('GET', '/timeline')) as EntryJson[]).map(entryLine)
    const is = undoneByRewinds()(lines)
    return lines.map(({ entry, path }) => `${path}${is(entry.sequence) ? ' undone' : ''}`)
  }
  expect(await undone()).toEqual([
    'make.customer',
    'make.customer undone',
    'restore to 2026-01-15 09:00:00, after #1',
  ])
  internalsOf(simulator).snapshots.goTo(forth)
  expect(await undone()).toEqual([
    'make.customer',
    'make.customer',
    'restore to 2026-01-15 09:00:00, after #1 undone',
    'restore to 2026-01-15 09:00:00, after #2',
  ])
  await ask('POST', '/snapshots', { name: 'the storm' })
  await ask('POST', '/snapshots/1/restore')
  expect((await undone()).at(-1)).toBe('restore to 2026-01-15 09:00:00, after #4, snapshot the storm')
  simulator.reset()
  expect(await undone()).toEqual([])
})

it('calls of the administration are told in words', async () => {
  const simulator = createSimulator()
  simulator.make.approvalPolicy({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
  const { number } = simulator.make.bill()
  simulator.admin.approvals.approve({ record_type: 'bill', number })
  simulator.admin.keys.issue({ key: 'another' })
  simulator.admin.rateLimits.override({ burst: 1, refillPerSecond: 1 })
  const entries = JSON.parse(JSON.stringify(simulator.timeline)) as EntryJson[]
  expect(entries.map((entry) => lineName(entryLine(entry)))).toEqual([
    '#1 WRITE make.approvalPolicy done',
    '#2 WRITE make.bill done',
    '#3 WRITE Bill 1: approve done',
    '#4 WRITE Keys: issue done',
    '#5 WRITE Rate limits: override done',
  ])
})

describe('a way back is offered', () => {
  const outcome = async (work: (simulator: Simulator) => Promise<string>) => {
    const simulator = createSimulator()
    const port = new Controls(controls(simulator))
    const told: (readonly [text: string, ...actions: string[]])[] = []
    const note = (text: string, ...actions: readonly { readonly name: string }[]) =>
      void told.push([text, ...actions.map(({ name }) => name)])
    const context: Partial<ViewContext> = {
      controls: port,
      timeline: new TimelineSource(
        port,
        () => undefined,
        () => undefined,
      ),
      tell: note,
      refuse: note,
      attempt: (done) =>
        done().then(
          () => undefined,
          ({ message }: Error) => note(message),
        ),
    }
    await undoably(context as ViewContext, () => work(simulator))
    return told
  }

  it.each([
    ['after a change', true, false, [['done', 'Undo']]],
    ['after a change that failed halfway', true, true, [['failed', 'Undo']]],
    ['not after nothing', false, false, [['done']]],
    ['not after a refusal', false, true, [['failed']]],
  ])('%s', async (_, changes, fails, told) => {
    expect(
      await outcome(async (simulator) => {
        if (changes) await simulator.clock.advance('1 day')
        if (fails) throw new Error('failed')
        return 'done'
      }),
    ).toEqual(told)
  })
})
