import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { checkPlan, counterFor } from '../../src/tools/explore/plan/check-plan'
import { KIND_NAMES, kindOf } from '../../src/tools/explore/plan/kinds'
import { lineToPaste } from '../../src/tools/explore/plan/line-to-paste'

/** A place of each sort. */
const PLACES = {
  request: 'GET /public/v1/invoices/',
  delivery: 'DELIVERY core.invoice/created',
  write: 'WRITE cursor',
}

/** Runs a line as a test would. */
async function paste(line: string) {
  const simulator = createSimulator()
  const explored: unknown[] = []
  const explore = Object.assign((...given: unknown[]) => explored.push(given), {
    once: (_: unknown, plan: unknown) => explored.push(checkPlan(plan)),
  })
  const run = new Function('simulator', 'explore', 'experiment', `return (async () => { ${line} })()`)
  await run(simulator, explore, {})
  return simulator.faults.list().length + explored.length
}

describe('a kind of misfortune', () => {
  it.each(KIND_NAMES)('%s: its line to paste makes it happen', async (kind) => {
    expect(await paste(lineToPaste({ on: PLACES[counterFor(kind)], do: kind }))).toBe(1)
  })

  it.each([
    [
      'lose',
      'often',
      "simulator.faults.inject({ on: 'GET /public/v1/invoices/', then: { loseResponse: true } })",
    ],
    [
      'storm',
      'sometimes',
      "simulator.faults.inject({ during: '5 minutes', then: { status: 429, retryAfter: 15 } })",
    ],
    [
      'crash',
      'often',
      "await explore.once(experiment, [{ on: 'GET /public/v1/invoices/', request: 1, do: 'crash' }])",
    ],
    ['hold', 'sometimes', "await explore({ ...experiment, faults: 'orders' })"],
    [
      'delivery-clock-ahead',
      'rare',
      "await explore.once(experiment, [{ on: 'DELIVERY core.invoice/created', delivery: 1, do: 'delivery-clock-ahead' }])",
    ],
  ] as const)('%s happens %s', (kind, rank, line) => {
    expect(kindOf(kind).rank).toBe(rank)
    expect(lineToPaste({ on: PLACES[counterFor(kind)], do: kind })).toBe(line)
  })
})
