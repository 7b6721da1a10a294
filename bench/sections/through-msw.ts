import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { createSimulator, handlers } from '../built'
import { timings, type Variant } from '../harness'
import { BASE_URL, GET, INVOICES, invoiceBody, POST, UNREACHED_LIMITS } from '../invoices'
import { readAnswer } from '../read-answer'
import { report } from '../report'
import { rewinding } from '../rewinding'

/** The same `fetch` calls through msw: the simulator, and a Map behind one handler as people write it. */
const unlimited = createSimulator({ rateLimits: false })
const limited = createSimulator({ rateLimits: UNREACHED_LIMITS })
const record = unlimited.records.invoices.create(invoiceBody())
limited.records.invoices.create(invoiceBody())

/** Stored in the form of the simulator's response, so that both send the same JSON. */
const stored = new Map([[1, record]])
const handWritten = http.all(`${BASE_URL}/*`, async ({ request }) => {
  if (request.method === 'POST') {
    const sent = (await request.json()) as ReturnType<typeof invoiceBody>
    const made = { ...record, date: sent.date, memo: sent.memo, number: stored.size + 1 }
    stored.set(made.number, made)
    return HttpResponse.json(made)
  }
  const found = stored.get(Number(new URL(request.url).pathname.split('/').at(-2)))
  return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 })
})

const server = setupServer()
server.listen({ onUnhandledRequest: 'error' })

const get = async () => readAnswer(await fetch(`${INVOICES}1/`, GET))
const post = async () => readAnswer(await fetch(INVOICES, POST))

const through = (
  name: string,
  own: readonly RequestHandler[],
  run: () => Promise<unknown>,
  world?: Pick<Variant, 'prepare' | 'restore'>,
): Variant => ({
  name,
  run,
  prepare: () => {
    server.resetHandlers(...own)
    world?.prepare?.()
  },
  restore: () => world?.restore?.(),
})

const forget = {
  restore: () => {
    for (const number of stored.keys()) if (number > 1) stored.delete(number)
  },
}

const [map, got, gotLimited] = await timings([
  through('hand-written Map', [handWritten], get),
  through('simulator', handlers(unlimited), get),
  through('simulator, rate limits on', handlers(limited), get),
])
report('GET an invoice of 5 lines by number, fetch through msw', [
  { timing: map },
  { timing: got, against: map, aim: 1.05 },
  { timing: gotLimited, against: map },
])

const [mapWrite, posted, postedLimited] = await timings([
  through('hand-written Map', [handWritten], post, forget),
  through('simulator', handlers(unlimited), post, rewinding(unlimited)),
  through('simulator, rate limits on', handlers(limited), post, rewinding(limited)),
])
report('POST an invoice of 5 lines, fetch through msw', [
  { timing: mapWrite },
  { timing: posted, against: mapWrite, aim: 1.4 },
  { timing: postedLimited, against: mapWrite },
])
server.close()
