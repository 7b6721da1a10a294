import { createSimulator, type Scenario, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { vi } from 'vitest'

export const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }

export function opened(make = () => createSimulator()) {
  const simulator = make()
  const port = controls(simulator)
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const url = `http://simulator${path}`
    const response = await port(new Request(url, { method, ...(body && { body: JSON.stringify(body) }) }))
    return (await response.json()) as Record<string, unknown>
  }
  const problems = async (at = '') => (await call('GET', `${at}/__simulator/ending`)).problems as string[]
  return { simulator, call, problems }
}

export async function hears(simulator: Simulator, receiver: () => Response): Promise<void> {
  simulator.webhooks.connect('https://hooks.example.com/', receiver)
  await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.customer/created'] }),
  })
  simulator.make.customer()
  await simulator.webhooks.flush()
}
export const throwing = (): never => {
  throw new RangeError('not my event')
}

export const HOOKS = 'https://hooks.example.com/'
export const register = (simulator: Simulator, url: string) =>
  simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url, topics: ['core.customer/created'] }),
  })
/** A receiver is connected below `HOOKS`, and deliveries go to the URL. */
export async function hearsAt(simulator: Simulator, url: string): Promise<void> {
  simulator.webhooks.connect(HOOKS, () => new Response())
  await register(simulator, url)
  simulator.make.customer()
  await simulator.webhooks.flush()
}

export const ITEMS = { record: 'items', count: 0 } as const
export const play = (simulator: Simulator, ...steps: Scenario['steps']) =>
  simulator.play({ name: 'storm', steps })

/** A client that nobody awaits. It looks for the customer before it writes. */
export const look = (simulator: Simulator) => simulator.fetch('/public/v1/customers/', { headers: HEADERS })
export const write = (simulator: Simulator) =>
  simulator.fetch('/public/v1/customers/', { method: 'POST', headers: HEADERS, body: '{}' })
export const turn = () => new Promise((resolve) => setImmediate(resolve))
export async function sync(simulator: Simulator): Promise<void> {
  await look(simulator)
  for (let turns = 0; turns < 15; turns += 1) await turn()
  await look(simulator)
  for (let turns = 0; turns < 15; turns += 1) await turn()
  await write(simulator)
}
export const judge = (simulator: Simulator) => void matchers.toHaveNoDuplicates(simulator)

export const fault = { on: 'GET /public/v1/items/', then: { status: 503 } } as const

/** The warnings of a test, or its error. */
export async function warned(work: (own: Simulator) => unknown): Promise<unknown[]> {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const own = createSimulator()
  const ended = await runTest(own, () => work(own)).catch((error: Error) => error.message)
  const texts = warn.mock.calls.map(([text]) => text)
  warn.mockRestore()
  return typeof ended === 'string' ? [ended] : texts
}
