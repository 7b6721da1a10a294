import type { Simulator } from 'accounting-simulator'
import { scenarios } from 'accounting-simulator/scenarios'
import * as fc from 'fast-check'
import { story as adapterStory } from '../../../test/hosts/story'
import { stories } from '../../../test/support/random-story'
import { BusinessYear } from '../../../test/support/worlds/business-year'
import { INVOICE, INVOICES } from '../../../test/support/worlds/shop'
import type { Answer, Stage } from '../stage'

/** The output of the adapters, and random client calls. */
export async function random(stage: Stage): Promise<void> {
  const first = stage.open({ rateLimits: {} })
  for (const { method, path, headers, body } of adapterStory)
    await stage.ask(first, method, path, {
      key: null,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    })
  await stage.conclude(first)
  for (const told of fc.sample(stories, { seed: stage.seed, numRuns: 14 })) {
    const simulator = stage.open({ rateLimits: {} })
    for (const step of told)
      if (step.do === 'wait') await simulator.clock.advance({ milliseconds: step.milliseconds })
      else
        await stage.ask(simulator, step.method, step.path, {
          ...(step.body && { body: step.body }),
          headers: step.key === undefined ? {} : { 'Idempotency-Key': step.key },
        })
    await stage.conclude(simulator)
  }
}

/** A year of two companies that trade, with the lists read over the wire every month. */
export async function year(stage: Stage): Promise<void> {
  const simulator = stage.open({ now: '2026-01-01T00:00:00Z' })
  const told = new BusinessYear(stage.seed, simulator)
  await told.live(4, async () => {
    for (const path of ['invoices', 'bills', 'customer-payments', 'vendor-payments', 'customer-deposits'])
      await stage.ask(simulator, 'GET', `/public/v1/${path}/?limit=100&ordering=-date`)
  })
  await stage.conclude(simulator)
}

/** Snapshots, forks and files in the middle of a story; each goes on by itself. */
export async function worlds(stage: Stage): Promise<void> {
  const simulator = stage.open()
  const { chance } = stage
  let here: Simulator = simulator
  const marks = [here.snapshot()]
  const forks: Simulator[] = []
  for (let step = 0; step < 120; step += 1) {
    await stage.ask(here, 'POST', INVOICES, { body: { ...INVOICE, memo: `step ${step}` } })
    await stage.ask(here, 'GET', `${INVOICES}?limit=3&ordering=-id`)
    const next = chance.below(8)
    if (next === 0 && here === simulator) marks.push(here.snapshot())
    if (next === 1) stage.try(() => here.restore(chance.pick(marks)))
    if (next === 2 && forks.length < 4) forks.push(here.fork())
    if (next === 3) here = chance.pick([simulator, ...forks])
    if (next === 4) await here.clock.advance({ hours: chance.below(50) })
    if (next === 5 && chance.below(6) === 0) here.reset()
  }
  for (const one of [simulator, ...forks]) await stage.conclude(one)
}

/** The scenarios that come with the package. */
export async function played(stage: Stage): Promise<void> {
  for (const scenario of Object.values(scenarios)) {
    const simulator = stage.open({ rateLimits: {} })
    await stage.tryAsync(() => simulator.play(scenario))
    // A slow service answers only when the clock has moved on.
    const answers: Promise<Answer>[] = []
    for (let sent = 0; sent < 6; sent += 1) {
      const headers = { 'Idempotency-Key': `p-${sent % 4}` }
      answers.push(stage.ask(simulator, 'POST', INVOICES, { body: INVOICE, headers }))
      await stage.soon(answers.at(-1) as Promise<Answer>)
      answers.push(stage.ask(simulator, 'GET', `${INVOICES}?limit=2&offset=${sent}`))
      await stage.soon(answers.at(-1) as Promise<Answer>)
      await simulator.clock.advance({ minutes: 1 + stage.chance.below(60 * 24 * 3) })
    }
    await simulator.clock.advance('1 day')
    await Promise.all(answers)
    await stage.conclude(simulator)
  }
}
