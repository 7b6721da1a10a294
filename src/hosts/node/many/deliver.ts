import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as send } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { leadsOut } from '../../../sandbox/targets'

const BODILESS = new Set([101, 204, 205, 304])

/**
 * Finds the addresses of a name when the connection is made, and leaves out those that are not public. So no name can
 * lead elsewhere between the check and the use. Its error does not tell whether there is such a name: it may be one
 * that only the inside knows.
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

/** The status counts as soon as it is there (docs/service.md §14.4), so the body is read afterwards. */
export function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  if (status < 200 || status > 599) {
    answer.destroy()
    // A status that no Response has is for the sender to judge, as an error.
    throw new Error(`the receiver answered with ${status}`)
  }
  if (!BODILESS.has(status)) return new Response(Readable.toWeb(answer) as BodyInit, { status, headers })
  answer.resume()
  return new Response(null, { status, headers })
}
