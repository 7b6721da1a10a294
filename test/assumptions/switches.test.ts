import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { ASSUMPTIONS } from '../../src/assumptions'
import type { AssumptionEntry } from '../../src/assumptions/assumption-entry'
import { clientOf } from '../support/client'
import { answerSwitches } from './answer-switches'
import { assetSwitches } from './asset-switches'
import { contractSwitches } from './contract-switches'
import { recognitionSwitches } from './recognition-switches'
import { recordSwitches } from './record-switches'
import { shapeSwitches } from './shape-switches'
import type { SwitchStories } from './switch-story'
import { timeSwitches } from './time-switches'
import { version3Switches } from './version-3-switches'
import { wireSwitches } from './wire-switches'

const stories: SwitchStories = {
  ...recordSwitches,
  ...wireSwitches,
  ...answerSwitches,
  ...shapeSwitches,
  ...timeSwitches,
  ...recognitionSwitches,
  ...assetSwitches,
  ...contractSwitches,
  ...version3Switches,
}
const entries = Object.entries(ASSUMPTIONS) as [string, AssumptionEntry][]
const switches = entries.filter(([, { alternatives }]) => alternatives !== undefined)

describe('a switch makes the difference that it promises', () => {
  const cases = Object.entries(stories).flatMap(([id, { tell, seen }]) =>
    seen.map(([value, expected]) => [id, value, expected, tell] as const),
  )

  test.each(cases)('%s: %j -> %j', async (id, value, expected, tell) => {
    const assumptions = { [id]: value } as NonNullable<SimulatorOptions['assumptions']>
    const simulator = createSimulator({ assumptions, webhooks: { patience: 20 } })
    expect(await tell({ simulator, send: clientOf(simulator) })).toEqual(expected)
    expect(simulator.assumptions.used()).toContain(id)
  })
})

describe('every switch has its story', () => {
  test('and no other has one', () => {
    expect(Object.keys(stories).sort()).toEqual(switches.map(([id]) => id).sort())
  })

  test.each(switches)('%s: each alternative is told, the default first', (id, { alternatives, value }) => {
    const told = (stories[id]?.seen ?? []).map(([one]) => one)
    expect(told.length).toBeGreaterThan(1)
    if (Array.isArray(alternatives)) expect(told).toEqual(alternatives)
    else if (id !== 'size-limits') expect(told[0]).toEqual(value)
  })
})
