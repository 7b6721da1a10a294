import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Plan } from 'accounting-simulator/explore'
import { expect, it } from 'vitest'
import { snapshotOverEvents } from './clients/together'
import { creates, ROUTE, tiny } from './tiny'

const lanesOf = async (experiment: Experiment, plan: Plan): Promise<string[]> => {
  const { failure } = await explore.once({ ...experiment, check: () => ['<wrong>'] }, plan)
  return (failure?.lanes ?? []).map(
    ({ after, lane, text, misfortune }) => `${after} ${lane}${misfortune ? ` (${misfortune})` : ''}: ${text}`,
  )
}

it('a failure has lanes of the program and the service, with its misfortunes', async () => {
  const plan: Plan = [
    { on: ROUTE, request: 1, do: 'lose' },
    { on: 'WRITE done', write: 1, do: 'write-crash' },
  ]
  expect((await lanesOf(tiny(), plan)).slice(0, 7)).toEqual([
    `0 program: sends ${ROUTE} #1, try 1`,
    `250 service (1): ${ROUTE} #1, try 1: carried out (created Invoice 1), the answer was lost`,
    `5500 program: sends ${ROUTE} #1, try 2`,
    `5750 service: ${ROUTE} #1, try 2: 200, created Invoice 2`,
    '6000 program (2): WRITE done #1: your program was killed just before it wrote this file, and started again a minute later',
    '6000 program: died',
    '66000 program: started again',
  ])
})

it('what is held is there twice: when it is held, and when it goes on', async () => {
  const list = { on: 'GET /public/v1/customers/', request: 1, attempt: 1 }
  const until = { on: 'GET /public/v1/customers/{}/', request: 1, attempt: 1 }
  const lines = await lanesOf(await snapshotOverEvents(false), [{ ...list, do: 'hold', leg: 'back', until }])
  const name = `${list.on} #1, try 1`
  expect(lines.filter((line) => line.includes(name))).toEqual([
    `0 program: sends ${name}`,
    `250 service: ${name}: 200, 5 customers`,
    `500 service (1): the answer of ${name} is held`,
    `1101 service: the answer of ${name} goes on`,
  ])
  expect(lines).toContain('350 deliveries: DELIVERY core.customer/updated #1: 204')
})

it('the page has a row for each of them, and no tag of a text', async () => {
  const report = await explore.once({ ...tiny({ start: creates('R-1') }), check: () => ['<wrong>'] }, [
    { on: ROUTE, request: 1, do: 'lose' },
  ])
  const page = report.toHtml()
  expect(page).toContain('<h1>&lt;wrong&gt;</h1>')
  expect(page).toContain('<td class="struck"><strong>1.</strong> POST')
  expect(page.match(/<th scope="row">/g)).toHaveLength(report.failure?.lanes.length ?? 0)
  const survivor = await explore.once(tiny({ world: createSimulator(), start: creates('R-1') }), [])
  expect(survivor.toHtml()).toContain('survived 1 plan')
  expect(survivor.toHtml()).not.toContain('<table>')
})
