import { createSimulator, type Simulator } from 'accounting-simulator'
import type { End } from 'accounting-simulator/explore'
import type { Answer, Service } from './service'

export const CUSTOMERS = '/public/v1/customers/'
export const HOOK = 'https://together.example.com/hook'
export const UNKNOWN = {
  email: 'x@example.com',
  address: '1 High Street',
  country: 'US',
  phone: '',
  website: '',
}

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** A world that sends events of customers, whose secret is of no interest here. */
export async function withHook(topics: readonly string[]): Promise<Simulator> {
  const world = createSimulator()
  await world.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': world.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: HOOK, topics }),
  })
  return world
}

interface Heard {
  readonly event_id: string
  readonly created_at: string
  readonly object: { readonly id: number }
}

type Receive = (event: Heard) => Promise<boolean> | boolean

/** Somebody else has removed a customer, which is not the program's fault. */
export const isRemoved = ({ others }: Pick<End, 'others'>, id?: number): boolean =>
  others.some((one) => one.records === 'customers' && one.did === 'removed' && (id ?? one.id) === one.id)

/** Whatever a receiver does not take comes again. */
export const answering =
  (receive: Receive) =>
  async (request: Request): Promise<Response> => {
    const isTaken = await Promise.resolve(receive((await request.json()) as Heard)).catch(() => false)
    return new Response(null, { status: isTaken ? 204 : 503 })
  }

/** A customer of ours, made once: it may be there from an earlier run. */
export async function bring(service: Service, code: string): Promise<Answer> {
  const find = async (): Promise<Answer | undefined> =>
    (await service.list(CUSTOMERS)).find(({ unique_id }) => unique_id === code)
  const body = { name: code, unique_id: code, ...UNKNOWN }
  return (await find()) ?? service.post(CUSTOMERS, body, `customer-${code}`, find)
}

export const codesIn = (simulator: Simulator): string[] =>
  simulator.records.customers.list({ limit: 100 }).items.map(({ unique_id }) => unique_id ?? '')

export const missing = (simulator: Simulator, codes: readonly string[]): string[] =>
  codes.flatMap((code) => {
    const count = codesIn(simulator).filter((one) => one === code).length
    return count === 1 ? [] : [`${code} is there ${count} times`]
  })
