import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as send } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { leadsOut } from '../../../sandbox/targets'

const BODILESS = new Set([101, 204, 205, 304])

/**
 * Looks up a name when connecting and leaves out non-public addresses, so that no name can resolve
 * differently between check and use. Unknown names get the same error, because a name may exist only in the
 * private network.
 */
export const publicLookup =
  (find: typeof lookup = lookup): LookupFunction =>
  (name, options, done) => {
    find(name, { ...options, all: true }, (error, found) => {
      const addresses = (error ? [] : found).filter(({ address }) => leadsOut(address))
      const [first] = addresses
      if (!first) return done(new Error(`${name} leads to no public address`), '', 4)
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }

/** Sends a webhook to a public server. Redirects are not followed. */
export async function deliverToPublicServer(request: Request, find?: typeof lookup): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) }
    const { method, signal, url } = request
    const options = { method, headers, signal, agent: false, lookup: publicLookup(find) } as const
    const sent = send(url, options, (answer) => {
      try {
        resolve(responseOf(answer))
      } catch (error) {
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The status counts when the headers arrive (docs/service.md §14.4), so the body is read afterwards. */
export function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  if (status < 200 || status > 599) {
    answer.destroy()
    // No Response can have such a status, so the sender gets an error.
    throw new Error(`the receiver answered with ${status}`)
  }
  if (!BODILESS.has(status)) return new Response(Readable.toWeb(answer) as BodyInit, { status, headers })
  answer.resume()
  return new Response(null, { status, headers })
}
