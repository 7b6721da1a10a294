import { readdirSync } from 'node:fs'
import { createSimulator, defineScenario } from 'accounting-simulator'
import * as entry from 'accounting-simulator/scenarios'
import { describe, expect, it, test } from 'vitest'
import { ADMIN_VERBS } from '../../src/api/admin/admin-verbs'
import { checked } from '../support/checked'
import { scenariosPage } from './scenarios-page'

const { scenarios, ...exported } = entry
const named = Object.entries(scenarios)

test('there is one for every file, exported under its name', () => {
  const files = readdirSync(new URL('../../scenarios/', import.meta.url))
    .map((file) => file.replace('.ts', ''))
    .filter((file) => file !== 'index')
  expect(Object.keys(scenarios).sort()).toEqual(files.sort())
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(Object.keys(exported).sort()).toEqual(files.map(camel).sort())
  for (const [name, scenario] of Object.entries(exported)) expect(camel(scenario.name)).toBe(name)
  for (const [name, scenario] of named) expect(scenario.name).toBe(name)
})

test('docs/scenarios.md describes each of them (vitest -u rewrites it)', async () => {
  await expect(scenariosPage(Object.values(scenarios))).toMatchFileSnapshot('../../docs/scenarios.md')
})

test('every call of simulator.admin has its place among the verbs, and no other', () => {
  const { admin } = createSimulator()
  const calls = Object.entries(admin).flatMap(([area, verbs]) =>
    Object.keys(verbs).map((verb) => `${area}.${verb}`),
  )
  expect(Object.keys(ADMIN_VERBS).sort()).toEqual(calls.sort())
})

describe.each(named)('%s', (_, scenario) => {
  it('is sound data with something to read', () => {
    expect(defineScenario(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario)
    expect(scenario.description).toMatch(/\.$/)
    expect(scenario.lesson).toMatch(/\.$/)
  })

  it('is refused nothing in the preset world', async () => {
    const simulator = createSimulator({ strict: true })
    const play = await simulator.play(scenario)
    await simulator.clock.advance('400 days')
    expect(play.fired.filter(({ outcome }) => outcome !== 'done')).toEqual([])
    expect(play.unfired.filter(({ why }) => !why.includes('has hit nothing'))).toEqual([])
    expect(simulator.books.check()).toEqual([])
  })

  it('goes on alike in a fork, and in an exported world unless it answers from the past', async () => {
    const simulator = createSimulator()
    await simulator.play(scenario)
    await simulator.clock.advance('1 minute')
    const copies = [simulator.fork()]
    if (JSON.stringify(scenario).includes('staleRead'))
      expect(() => simulator.export()).toThrow('answers from the past')
    else copies.push(createSimulator({ world: checked(simulator.export()) }))
    await simulator.clock.advance('400 days')
    for (const copy of copies) {
      await copy.clock.advance('400 days')
      expect(String(copy.plays)).toBe(String(simulator.plays))
      expect(JSON.stringify(copy.books.trialBalance())).toBe(JSON.stringify(simulator.books.trialBalance()))
    }
  })
})
