import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Peer, recordsOf } from './peer'
import { PEERS } from './peers'

/** Run in the folder of a rival: measures it, or checks its behaviour, and prints the result as JSON. */
const { RIVAL = '', RIVAL_RECORDS } = process.env
async function times(peer: Peer, records: number): Promise<Record<string, number>> {
  const { send, customers, hundred, customer } = peer
  await peer.fill(records)
  const list = await send('GET', customers + hundred)
  const [first] = recordsOf(list.body) as { id?: unknown }[]
  const one = `${customers.replace(/\/$/, '')}/${String(first?.id ?? 1)}${customers.endsWith('/') ? '/' : ''}`
  const found: Record<string, number> = {
    listed: recordsOf(list.body).length,
    create: await median(100, () => send('POST', customers, customer('New'))),
    get: await median(100, () => send('GET', one)),
    list: await median(20, () => send('GET', customers + hundred)),
  }
  if (peer.reset) found.reset = await median(1, peer.reset)
  return found
}

/** Milliseconds of the middle one, after a few that do not count. */
async function median(times: number, work: () => unknown): Promise<number> {
  const took: number[] = []
  for (let index = times > 1 ? -10 : 0; index < times; index += 1) {
    const from = performance.now()
    await work()
    if (index >= 0) took.push(performance.now() - from)
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
}

/** Each is an act and a look at what it did: yes, no, or why it cannot be asked. */
async function behaviour(peer: Peer): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, check] of Object.entries(CHECKS))
    found[name] = await check(peer).catch((error: unknown) => `failed: ${String(error).slice(0, 60)}`)
  return found
}

const said = (is: boolean): string => (is ? 'yes' : 'no')

async function countOf({ send, customers, hundred }: Peer): Promise<number> {
  return recordsOf((await send('GET', customers + hundred)).body).length
}

/** Asks until it is refused for too many requests. The limit of emulate is 5,000. */
async function exhausted({ send, customers, hundred }: Peer): Promise<number | undefined> {
  for (let asked = 1; asked <= 5_100; asked += 1) {
    const { status, headers } = await send('GET', customers + hundred.replace('100', '1'))
    if (status === 429 || status === 403) return Number(headers.get('retry-after') ?? Number.NaN)
    if (asked === 100 && RIVAL !== 'emulate') return undefined
  }
  return undefined
}

const CHECKS: Readonly<Record<string, (peer: Peer) => Promise<string>>> = {
  'a retried key replays': async (peer) => {
    const once = () => peer.send('POST', peer.customers, peer.customer('Once'), { 'idempotency-key': 'one' })
    const before = await countOf(peer)
    const [first, second] = [await once(), await once()]
    return said(
      first.status < 300 && first.body.id === second.body.id && (await countOf(peer)) === before + 1,
    )
  },
  'a refused write leaves no trace': async (peer) => {
    const before = await countOf(peer)
    const { status } = await peer.send('POST', peer.customers, peer.wrong ?? { no_such_member: 'x' })
    if (status < 400) return 'did not refuse it'
    return said((await countOf(peer)) === before)
  },
  'what was created can be read': async (peer) => {
    const { body } = await peer.send('POST', peer.customers, peer.customer('Somebody 77'))
    const slash = peer.customers.endsWith('/') ? '/' : ''
    const read = await peer.send('GET', `${peer.customers.replace(/\/$/, '')}/${body.id}${slash}`)
    return said(JSON.stringify(read.body).includes('Somebody 77'))
  },
  'payments reduce what is due': async ({ pay }) => {
    if (!pay) return 'has no invoices'
    const [before, after] = await pay()
    return said(Number(before) - Number(after) === 40)
  },
  'webhooks are signed': async (peer) => {
    const headers = await hooked(peer, 200, 0)
    if (headers.length === 0) return peer.subscribe ? 'none came' : 'has no webhooks'
    return said(headers.some((one) => Object.keys(one).some((name) => name.includes('signature'))))
  },
  'webhooks are retried': async (peer) => {
    const headers = await hooked(peer, 500, 600)
    if (headers.length === 0) return peer.subscribe ? 'none came' : 'has no webhooks'
    return said(headers.length > 1)
  },
  'a failing webhook is disabled': async (peer) => {
    if (!peer.subscribe) return 'has no webhooks'
    if (!peer.wait) return 'cannot be waited for'
    receiver.status = 500
    const read = await peer.subscribe()
    for (let day = 0; day < 6; day += 1) {
      await peer.send('POST', peer.customers, peer.customer(`Day ${day}`))
      await peer.wait(86_400)
    }
    return said(((await read()) as { is_active?: unknown }).is_active === false)
  },
  'time moves': async ({ wait, send, customers }) => {
    if (!wait) return 'has no clock'
    const before = (await send('GET', customers)).headers.get('x-ratelimit-reset')
    await wait(30 * 86_400)
    return said(
      Number((await send('GET', customers)).headers.get('x-ratelimit-reset')) - Number(before) ===
        30 * 86_400,
    )
  },
  'Retry-After is right': async (peer) => {
    const seconds = await exhausted(peer)
    if (seconds === undefined) return 'limits nothing'
    if (Number.isNaN(seconds)) return 'no: it is missing'
    if (!peer.wait) return 'cannot be waited for'
    await peer.wait(seconds)
    const ask = () => peer.send('GET', peer.customers)
    return said((await ask()).status === 200)
  },
  'reset clears the limiter': async (peer) => {
    if ((await exhausted(peer)) === undefined) return 'limits nothing'
    if (!peer.reset) return 'has no reset'
    await peer.reset()
    return said((await peer.send('GET', peer.customers)).status === 200)
  },
}

type Received = Readonly<Record<string, unknown>>[]

/** What comes to the receiver, and the status that it answers. */
const receiver = { status: 200, headers: [] as Received }
const server = createServer((request, response) => {
  receiver.headers.push(request.headers)
  response.writeHead(receiver.status).end()
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

/** What comes after a customer was created and some time went by. */
async function hooked(peer: Peer, status: number, seconds: number): Promise<Received> {
  Object.assign(receiver, { status, headers: [] })
  if (!peer.subscribe) return []
  await peer.subscribe()
  await peer.send('POST', peer.customers, peer.customer('Hooked'))
  await peer.wait?.(seconds + 1)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  return receiver.headers
}

const started = performance.now()
const peer = await (PEERS[RIVAL] as (typeof PEERS)[string])(
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
)
await peer.send('GET', peer.customers)
const startUp = performance.now() - started
const result =
  RIVAL_RECORDS === undefined
    ? await behaviour(peer)
    : { startUp, ...(await times(peer, Number(RIVAL_RECORDS))) }
console.log(`\n${JSON.stringify(result)}`)
await peer.end()
process.exit(0)
