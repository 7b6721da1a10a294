import { createSimulator, verifyWebhook } from 'accounting-simulator'
import { type Experiment, mirrorEquals, type Stage } from 'accounting-simulator/explore'

const HOOK = 'https://reader.example.com/hook'

/**
 * Reads the list of customers again for each event, whatever it says, so that equal requests are under way at once. An
 * answer that comes after that of a later read is old, and is not kept.
 */
export async function reader(): Promise<Experiment> {
  const world = createSimulator()
  const registered = await world.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': world.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: HOOK, topics: ['core.customer/created'] }),
  })
  const { secret } = (await registered.json()) as { secret: string }
  world.make.customers(3)
  const start = ({ fetch, apiKey, disk, now }: Stage) => {
    let [asked, kept] = [0, 0]
    const receive = async (request: Request): Promise<Response> => {
      const body = await request.text()
      if (!verifyWebhook({ secret, body, headers: request.headers, now }).ok)
        return new Response(null, { status: 400 })
      const headers = { 'X-API-KEY': apiKey() }
      asked += 1
      const read = asked
      const answer = await fetch('/public/v1/customers/?limit=100&ordering=id', { headers }).catch(
        () => undefined,
      )
      const page = answer?.ok ? ((await answer.json().catch(() => undefined)) as Page | undefined) : undefined
      if (!page) return new Response(null, { status: 503 })
      if (read > kept) {
        kept = read
        disk.write('copies', Object.fromEntries(page.items.map(({ id }) => [id, {}])))
      }
      return new Response(null, { status: 204 })
    }
    return { receive }
  }
  const mirror = mirrorEquals('customers', { mirror: ({ disk }) => disk.read('copies') ?? {} })
  return { world, start, check: mirror }
}

interface Page {
  readonly items: readonly { readonly id: number }[]
}
