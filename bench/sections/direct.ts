import { createSimulator } from '../built'
import { timings, type Variant } from '../harness'
import { GET, INVOICES, invoiceBody, POST, type Simulator, UNREACHED_LIMITS } from '../invoices'
import { readAnswer } from '../read-answer'
import { report } from '../report'
import { rewinding } from '../rewinding'

/** `simulator.fetch` against functions that do nothing but answer with the same JSON. */
const unlimited = createSimulator({ rateLimits: false })
const limited = createSimulator({ rateLimits: UNREACHED_LIMITS })
const record = unlimited.records.invoices.create(invoiceBody())
limited.records.invoices.create(invoiceBody())
const text = JSON.stringify(record)

type Port = (request: Request) => Promise<Response>

const bareGet: Port = async () => Response.json(record)
const barestGet: Port = async () => new Response(text)
const barePost: Port = async (request) => {
  await request.json()
  return Response.json(record)
}

const get = (name: string, port: Port): Variant => ({
  name,
  run: async () => readAnswer(await port(new Request(`${INVOICES}1/`, GET))),
})
const post = (name: string, port: Port, simulator?: Simulator): Variant => ({
  name,
  run: async () => readAnswer(await port(new Request(INVOICES, POST))),
  ...(simulator && rewinding(simulator)),
})

const [bare, barest, got, gotLimited] = await timings([
  get('bare function', bareGet),
  get('bare function, text made beforehand', barestGet),
  get('simulator.fetch', unlimited.fetch),
  get('simulator.fetch, rate limits on', limited.fetch),
])
report(`GET an invoice of 5 lines by number, ${text.length} characters, direct`, [
  { timing: bare },
  { timing: barest, against: bare },
  { timing: got, against: bare, aim: 1.4 },
  { timing: gotLimited, against: bare },
])

const [bareWrite, created, posted, postedLimited] = await timings([
  post('bare function that reads the body', barePost),
  {
    name: 'records.invoices.create',
    run: () => unlimited.records.invoices.create(invoiceBody()),
    ...rewinding(unlimited),
  },
  post('simulator.fetch', unlimited.fetch, unlimited),
  post('simulator.fetch, rate limits on', limited.fetch, limited),
])
report('POST an invoice of 5 lines, direct', [
  { timing: bareWrite },
  { timing: created, against: bareWrite, aim: 1.3 },
  { timing: posted, against: bareWrite, aim: 2.2 },
  { timing: postedLimited, against: bareWrite },
])
