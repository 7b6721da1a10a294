import type { Json } from '../support/client'
import type { Ground } from '../support/ground'
import { offersOf, type RouteOperation } from '../support/offers'

/**
 * Every operation of every record type, well and badly asked, with different records; through a proxy that
 * judges each answer. How many answers there were.
 */
export async function longStory(ground: Ground, baseUrl: string): Promise<number> {
  let told = 0
  const ask = async (method: string, path: string, body?: unknown, expected = 200): Promise<void> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'X-API-KEY': ground.simulator.apiKey,
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== expected)
      throw new Error(`${method} ${path}: ${response.status} instead of ${expected}: ${text.slice(0, 2000)}`)
    told += 1
  }

  for (const offer of offersOf(ground.subject)) await tell(ground, offer, ask)
  for (const path of ['/public/health/', '/public/v3-alpha/invoices/', '/public/v3-alpha/invoices/lines/'])
    await ask('GET', path)
  return told
}

type Ask = (method: string, path: string, body?: unknown, expected?: number) => Promise<void>

async function tell(ground: Ground, offer: RouteOperation, ask: Ask): Promise<void> {
  const { definition, verb, method, path, collection, status } = offer
  const made = (variant: number): Json => ground.make(definition, { extent: 'full', variant })
  for (const variant of [0, 1, 2]) {
    switch (verb) {
      case 'list':
        await ask(method, `${collection}?limit=${variant + 1}&offset=${variant}`)
        break
      case 'create':
        await ask(method, collection, ground.body(definition, { extent: 'full', variant }), status)
        await ask(method, collection, ground.body(definition, { variant }), status)
        break
      case 'get':
        await ask(method, path(ground.idOf(definition, made(variant))))
        break
      case 'update': {
        const body = ground.body(definition, { extent: 'full', variant })
        await ask(method, path(ground.idOf(definition, ground.records(definition).create(body))), body)
        break
      }
      case 'attach': {
        const form = new FormData()
        form.append('files', new File(['paid'], `receipt-${variant}.txt`))
        await ask(method, path(ground.idOf(definition, made(variant))), form)
        break
      }
      case 'remove':
        await ask(method, path(ground.idOf(definition, made(variant))))
    }
  }
  if (verb === 'list') {
    await ask(method, `${collection}?limit=0`, undefined, 400)
    await ask(method, `${collection}?ordering=nonsense`, undefined, 422)
  }
  if (verb === 'get') await ask(method, path(99_999_999), undefined, 404)
  if (verb === 'create') await ask(method, collection, {}, 422)
}
