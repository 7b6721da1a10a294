import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'

/** The real service that a request past the simulator reaches: it answers all of them with an invoice. */
export interface RealService {
  readonly http: string
  /** HTTP/2 and HTTP/1.1, with a certificate that nobody trusts. */
  readonly https: string
  /** How many requests have arrived. */
  arrived(): number
}

/** The responses of both versions of HTTP. */
interface Answering {
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
}

const pem = (name: string): Buffer => readFileSync(new URL(`./files/${name}.pem`, import.meta.url))

/** It goes with this process. */
export async function realService(): Promise<RealService> {
  let arrived = 0
  const answer = (request: Readable, response: Answering): void => {
    arrived += 1
    request.resume()
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    response.end(JSON.stringify({ id: 1, amount: '59.99' }))
  }
  const plain = createServer(answer)
  const secure = createSecureServer({ key: pem('key'), cert: pem('certificate'), allowHTTP1: true }, answer)
  for (const server of [plain, secure])
    await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve))
  const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
  return {
    http: `http://127.0.0.1:${portOf(plain)}`,
    https: `https://127.0.0.1:${portOf(secure)}`,
    arrived: () => arrived,
  }
}
