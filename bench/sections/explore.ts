import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { BUGS } from '../../test/explore/clients/all'
import { CORRECT } from '../../test/explore/clients/planted'
import { createSimulator, explore } from '../built'
import { GET, INVOICES, invoiceBody, POST, type Simulator } from '../invoices'

/** Plans a second and a minute, a plan beside its requests without exploration, and the cost of shrinking. */
const INVOICES_PER_RUN = 20

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** A request for the list, then invoices with keys of their own. `afterEach` comes between two requests. */
async function push(fetch: Fetch, afterEach: () => unknown = () => undefined): Promise<void> {
  await (await fetch(INVOICES, GET)).json()
  for (let n = 0; n < INVOICES_PER_RUN; n += 1) {
    const headers = { ...(POST.headers as Record<string, string>), 'Idempotency-Key': `invoice-${n}` }
    await (await fetch(INVOICES, { ...POST, headers, body: JSON.stringify(invoiceBody()) })).json()
    await afterEach()
  }
}

const world: Simulator = createSimulator({ rateLimits: false })
const experiment = {
  world,
  rounds: 2,
  start: ({ fetch }: { fetch: Fetch }) => ({ run: () => push(fetch).catch(() => undefined) }),
  check: () => [],
  budget: { runs: 400, time: '5 minutes' },
}

/** In turn, so that whatever else the machine does hits both alike; processor time, because of the garbage. */
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The program's two rounds without exploration. */
async function bare(afterEach?: () => unknown): Promise<void> {
  const { fetch } = world.fork()
  await push(fetch, afterEach)
  await push(fetch, afterEach)
}
const ways = {
  plain: () => bare(),
  // No program that waits for a network does without: what is done then also frees finished requests.
  turning: () => bare(() => nextTurn()),
  plan: () => explore.once(experiment, []),
}
const took: Record<keyof typeof ways, number[]> = { plain: [], turning: [], plan: [] }
for (let round = 0; round < 120; round += 1)
  for (const [name, way] of Object.entries(ways)) {
    const begin = spent()
    await way()
    // The first rounds are compiled.
    if (round >= 40) took[name as keyof typeof ways].push(spent() - begin)
  }
const median = (figures: number[]): number => figures.sort((a, b) => a - b)[figures.length >> 1] as number

const begin = performance.now()
const report = await explore(experiment)
const seconds = (performance.now() - begin) / 1000
const shrinking = performance.now()
const on = `POST ${new URL(INVOICES).pathname}`
const kept = [1, 2, 3, 4].map((request) => ({ on, request, do: 'lose' as const }))
const failing = await explore({
  ...experiment,
  kept: [kept],
  check: ({ simulator }: { simulator: Simulator }) =>
    simulator.traffic.some(({ why }) => why.includes('was lost')) ? ['lost'] : [],
})

console.log(`\nExploring a program of ${2 * (INVOICES_PER_RUN + 1)} requests`)
const [plain, turning, plan] = [median(took.plain), median(took.turning), median(took.plan)]
console.log(`  its requests bare               ${plain.toFixed(1)} ms of processor time`)
console.log(`  with a turn of the event loop   ${turning.toFixed(1)} ms, after each`)
console.log(`  a plan                          ${plan.toFixed(1)} ms of processor time`)
console.log(`  plan / its requests bare        ${(plan / plain).toFixed(2)}, aim 1.8`)
console.log(`  plan / those with turns         ${(plan / turning).toFixed(2)}`)
console.log(`  ${report.runs} plans                       ${(report.runs / seconds).toFixed(0)} a second`)
console.log(`                                  ${((report.runs / seconds) * 60).toFixed(0)} a minute`)
const shrunk = `four misfortunes shrunk to ${failing.failure?.plan.length}`
console.log(`  ${shrunk}    ${failing.shrinkRuns} runs, ${(performance.now() - shrinking).toFixed(0)} ms`)

for (const [name, make] of CORRECT.slice(0, 2)) {
  const start = performance.now()
  const { runs } = await explore({ ...make(), budget: { runs: 100 } })
  const rate = (runs / (performance.now() - start)) * 1000
  console.log(`  ${`plans of the ${name}`.padEnd(31)} ${rate.toFixed(0)} a second`)
}

/** Clients with one mistake each, all of them found with the default budget. */
const found: number[] = []
console.debug = () => undefined
for (const [, make] of BUGS) {
  const one = await make()
  const server = setupServer(...handlers(one.world))
  server.listen()
  const { runs, survived } = await explore({ ...one, budget: { runs: 1000, requests: 20_000 } })
  server.close()
  found.push(survived ? Number.POSITIVE_INFINITY : runs)
}
const sum = found.reduce((plans, more) => plans + more, 0)
console.log(`  plans until each of ${found.length} planted bugs is found`)
console.log(`                                  ${sum} in all, median ${median(found)}, worst ${found.at(-1)}`)
