import type { Simulator } from 'accounting-simulator'
import { HOOKS } from '../../../test/support/worlds/office'
import { customer, INVOICE, INVOICES } from '../../../test/support/worlds/shop'
import { PerSide } from '../pair'
import type { Stage } from '../stage'

const HOST = 'https://hooks.example.com/'
const BODIES: readonly unknown[] = [
  ...[
    {},
    { url: `${HOST}a`, topics: [] },
    { url: `${HOST}a`, topics: ['core.invoice/paid'] },
    { url: 1, topics: 'x' },
  ],
  ...[
    { url: 'http://hooks.example.com/', topics: ['core.invoice/created'] },
    { url: 'https://10.0.0.1/' },
    '{',
    [],
  ],
]
const OUTCOMES = [200, 200, 204, 400, 404, 410, 429, 500, 503] as const

/** Endpoints that answer, fail, recover and are disabled; the queue directed by hand; secrets, topics and logs. */
export async function webhooks(stage: Stage): Promise<void> {
  const simulator = stage.open({ webhooks: { headerPrefix: 'Books', patience: 50 } })
  const { chance } = stage
  const ask = (method: string, path: string, body?: unknown) => stage.ask(simulator, method, path, { body })
  const topics = ((await ask('GET', `${HOOKS}topics/`)).json as unknown as { name: string }[]).map(
    ({ name }) => name,
  )
  for (const body of BODIES) await ask('POST', HOOKS, body)
  const hooks: string[] = []
  for (const name of ['steady', 'moody', 'down', 'gone', 'unconnected']) {
    const url = `${name === 'unconnected' ? 'https://elsewhere.example.com/' : HOST}${name}`
    const { json } = await ask('POST', HOOKS, {
      url,
      topics: name === 'moody' ? topics : topics.slice(0, 40),
    })
    hooks.push(`${HOOKS}${json.uuid}/`)
  }
  connect(stage, simulator)
  for (let day = 0; day < 10; day += 1) {
    await work(stage, simulator, day)
    if (day === 3) direct(stage, simulator)
    if (day === 5) await ask('PATCH', hooks[2] ?? '', { is_active: true })
    if (day === 6)
      await ask('PATCH', hooks[0] ?? '', { topics: ['core.customer/created'], url: `${HOST}moved` })
    if (day === 7) await ask('DELETE', hooks[3] ?? '')
    for (const path of hooks) {
      await ask('GET', path)
      await ask('GET', `${path}deliveries/?limit=${1 + chance.below(50)}&offset=${chance.below(3)}`)
    }
    await ask('GET', `${HOOKS}?limit=${1 + chance.below(5)}`)
    await simulator.clock.advance({ hours: 1 + chance.below(30) })
  }
  for (const body of [{}, { is_active: 'x' }, { url: 'x' }, { topics: [] }, { secret: 'mine' }])
    await ask('PATCH', chance.pick(hooks), body)
  for (const method of ['GET', 'PATCH', 'DELETE', 'PUT'])
    await ask(method, `${HOOKS}00000000-0000-4000-8000-000000000000/`, method === 'PATCH' ? {} : undefined)
  await simulator.clock.advance('6 days')
  for (const path of hooks) await ask('GET', path)
  await stage.conclude(simulator)
}

function connect({ seed }: Stage, simulator: Simulator): void {
  const receiver = (answers: readonly number[]): PerSide =>
    new PerSide(() => {
      let heard = seed
      return () => {
        const status = answers[heard++ % answers.length] ?? 200
        return new Response(status === 204 ? null : `answer ${status}`, { status })
      }
    })
  const routes = { steady: [200], moved: [201], moody: OUTCOMES, down: [500], gone: [410] }
  for (const [name, answers] of Object.entries(routes))
    simulator.webhooks.connect(`${HOST}${name}`, receiver(answers) as unknown as string)
}

async function work(stage: Stage, simulator: Simulator, day: number): Promise<void> {
  const ask = (method: string, path: string, body?: unknown) => stage.ask(simulator, method, path, { body })
  for (let made = 0; made < 2; made += 1) await ask('POST', INVOICES, { ...INVOICE, memo: `day ${day}` })
  await ask('PUT', `${INVOICES}${1 + day}/`, { ...INVOICE, memo: 'changed' })
  await ask('POST', '/public/v2/customers/', customer(`Customer ${day}`))
  await ask('PUT', `${INVOICES}${2 + day}/`, { ...INVOICE, record_status: 'archived' })
  await ask('POST', INVOICES, { ...INVOICE, customer_id: 999 })
}

/** The queue in the hands of the test. */
function direct({ chance, try: attempt }: Stage, simulator: Simulator): void {
  const { webhooks } = simulator
  webhooks.hold()
  const ids = webhooks.queue.map(({ id }) => id)
  attempt(() => webhooks.duplicate(ids[0] ?? 0))
  attempt(() => webhooks.reorder([...ids].reverse()))
  attempt(() => webhooks.drop(chance.pick(ids)))
  attempt(() => webhooks.drop(99_999))
  attempt(() => webhooks.replay(webhooks.attempts[0]?.event_id ?? 'nothing'))
  webhooks.release()
}
