import { lookup } from 'node:dns'
import { request as send } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '../../../sandbox/targets'

/** Bytes of an answer that are read. */
const ANSWER_AT_MOST = 64 * 1024
const BODILESS = new Set([101, 204, 205, 304])

/**
 * Finds the addresses of a name when the connection is made, and leaves out those that are not public. So no name can
 * lead elsewhere between the check and the use.
 */
export const publicLookup =
  (find: typeof lookup = lookup): LookupFunction =>
  (name, options, done) => {
    find(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 4)
      const addresses = found.filter(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (!first) return done(new Error(`${name} leads to no public address`), '', 4)
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }

/** Sends a webhook to a public server. Redirects are not followed; more than 64 KiB of an answer are not read. */
export async function deliver(request: Request, find?: typeof lookup): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) }
    const { method, signal, url } = request
    const options = { method, headers, signal, agent: false, lookup: publicLookup(find) } as const
    const sent = send(url, options, (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > ANSWER_AT_MOST) answer.destroy()
      })
      answer.on('error', () => undefined)
      answer.on('close', () => {
        const status = answer.statusCode ?? 0
        const whole = Buffer.concat(parts).subarray(0, ANSWER_AT_MOST)
        // A status that no Response has is for the sender to judge, as an error.
        if (status < 200 || status > 599) return reject(new Error(`the receiver answered with ${status}`))
        const known = Object.entries(answer.headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as [string, string]] : [],
        )
        resolve(new Response(BODILESS.has(status) ? null : whole, { status, headers: known }))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
