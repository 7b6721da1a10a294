import { setupServer } from 'msw/node'
import { createSimulator, handlers, withVirtualTime } from '../built'
import { timings } from '../harness'
import { GET, INVOICES, invoiceBody } from '../invoices'
import { readAnswer } from '../read-answer'
import { report } from '../report'

/** What it costs that a client lives on the simulator's clock: its requests, its pauses, and finding it idle. */
const plain = createSimulator({ rateLimits: false })
plain.records.invoices.create(invoiceBody())
const auto = createSimulator({ rateLimits: false, clock: 'auto' })
const server = setupServer(...handlers(plain))
server.listen({ onUnhandledRequest: 'error' })

const get = async () => readAnswer(await fetch(`${INVOICES}1/`, GET))
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1000)
  })

const onVirtualTime = (round: () => Promise<number>): Promise<number> =>
  withVirtualTime(plain, round, { maxJumps: 10_000_000 })

const [request, living, sleeping, slept, autoSleep, step] = await timings([
  { name: 'request', run: get },
  { name: 'request on virtual time', run: get, around: onVirtualTime },
  {
    name: 'request and a pause of 1 s',
    run: async () => {
      await get()
      await pause()
    },
    around: onVirtualTime,
  },
  { name: 'a pause of 1 s', run: pause, around: onVirtualTime },
  { name: "clock.sleep('1 s') on 'auto'", run: () => auto.clock.sleep(1000) },
  { name: 'a step of 1 s by hand', run: () => plain.clock.advance({ seconds: 1 }) },
])
report('GET an invoice through msw, with and without a client that sleeps', [
  { timing: request },
  { timing: living, against: request, aim: 1.3 },
  { timing: sleeping, against: request, aim: 1.3 },
  { timing: slept, against: request },
  { timing: autoSleep, against: request },
  { timing: step, against: request },
])
server.close()

/** An interval that does nothing, for a year: what a jump of the clock costs by itself. */
const DAYS = 90
let ticks = 0
const idle = createSimulator()
const begin = process.hrtime.bigint()
await withVirtualTime(idle, async () => {
  const interval = setInterval(() => {
    ticks += 1
  }, 60_000)
  await idle.clock.advance({ days: DAYS })
  clearInterval(interval)
})
const perJump = Number(process.hrtime.bigint() - begin) / 1e9 / ticks
console.log(`\nA year of an interval of a minute         ${(perJump * 365 * 1440).toFixed(1)} s, aim 2`)
