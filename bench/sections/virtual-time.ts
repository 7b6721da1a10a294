import { setupServer } from 'msw/node'
import { createSimulator, handlers, withVirtualTime } from '../built'
import { timings, type Variant } from '../harness'
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

/** All of a round within one scope: entering it is no part of a request. */
const within = (name: string, run: () => Promise<unknown>): Variant => ({ name, run })

const measured = (program: () => Promise<unknown>) =>
  withVirtualTime(plain, program, { maxJumps: 10_000_000 })

const [request, idle] = await timings([
  within('request', get),
  within('a step of 1 s by hand', () => plain.clock.advance({ seconds: 1 })),
])
const [living, sleeping, slept] = await measured(() =>
  timings([
    within('request on virtual time', get),
    within('request and a pause of 1 s', async () => {
      await get()
      await pause()
    }),
    within('a pause of 1 s', pause),
  ]),
).then((all) => all as Awaited<ReturnType<typeof timings>>)
const [autoSleep] = await timings([within("clock.sleep('1 s') on 'auto'", () => auto.clock.sleep(1000))])
report('GET an invoice through msw, with and without a client that sleeps', [
  { timing: request },
  { timing: living, against: request, aim: 1.3 },
  { timing: sleeping, against: request, aim: 1.3 },
  { timing: slept, against: request },
  { timing: autoSleep, against: request },
  { timing: idle, against: request },
] as Parameters<typeof report>[1])
server.close()
