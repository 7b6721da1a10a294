import { describe, expect, test } from 'vitest'
import { SETTINGS, Settling } from '../support/worlds/settlement-story'
import { balanceOf, outcomeOf } from '../support/worlds/trade'
import { STORIES } from './settlement-stories'

/** Tells every story in every currency; after each step amounts add up, and a refusal leaves no trace. */
export function settlesAsTold(side: 'customer' | 'vendor', controls: readonly number[]): void {
  describe.each(Object.entries(SETTINGS))(`${side} documents are settled %s`, (_, setting) => {
    test.each(Object.entries(STORIES))('%s', (_title, steps) => {
      const story = new Settling(side, setting)
      const { simulator } = story
      for (const { step, outcome, ...states } of steps) {
        const before = JSON.stringify(simulator.export())
        const told = `after ${step}`
        expect(
          outcomeOf(() => story.take(step)),
          told,
        ).toBe(outcome)
        if (outcome !== 'ok') expect(JSON.stringify(simulator.export()), told).toBe(before)
        for (const [name, state] of Object.entries(states))
          expect(story.stateOf(name), `${name} ${told}`).toBe(state)
        expect(story.inconsistent, told).toEqual([])
        expect(simulator.books.check(), told).toEqual([])
      }
    })

    test('what is settled in many parts leaves nothing on the control accounts', () => {
      const story = new Settling(side, setting)
      for (const step of ['invoice 1.00', 'credit 0.90', 'prepayment 0.45']) story.take(step)
      for (const name of 'ABC') story.take(`${name} = application of credit 1: 0.13 on invoice 1`)
      for (const name of 'DEF') story.take(`${name} = application of prepayment 1: 0.13 on invoice 1`)
      story.take('G = payment 0.22 on invoice 1')
      story.take('H = refund 0.51 on credit 1, 0.06 on prepayment 1')
      const carried = () => controls.map((account) => balanceOf(story.simulator, account, setting.company))
      expect(carried()).toEqual(controls.map(() => '0.00'))
      for (const name of 'EBHADGFC') story.take(`archive ${name}`)
      expect([story.stateOf('invoice 1'), story.stateOf('credit 1')]).toEqual(['0.00+1.00', '0.00+0.90'])
      for (const name of ['invoice 1', 'credit 1', 'prepayment 1']) story.take(`archive ${name}`)
      expect(carried()).toEqual(controls.map(() => '0.00'))
    })
  })
}
