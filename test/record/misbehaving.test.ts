import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer, get } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MISBEHAVIOURS, misbehavingService } from './misbehaviours'
import { OWN_CERTIFICATE } from './own-certificate'
import { commandOfPackage } from './recorder'

const { folder, recording } = commandOfPackage()
const names = Object.keys(MISBEHAVIOURS)

interface Seen {
  readonly status?: number | undefined
  readonly headers?: object
  readonly body: string
  readonly trouble: string | undefined
}

/** What a client sees, whatever becomes of the answer. */
const seenAt = (url: string): Promise<Seen> =>
  new Promise((resolve) => {
    const sent = get(url, { agent: false, headers: { 'x-api-key': 'key-of-the-client' } }, (response) => {
      const parts: Buffer[] = []
      const { date: _, connection: __, ...headers } = response.headers
      const seen = (error?: NodeJS.ErrnoException): void =>
        resolve({
          status: response.statusCode,
          headers,
          body: Buffer.concat(parts).toString('latin1'),
          trouble: error?.code,
        })
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => seen())
      response.on('error', seen)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ body: '', trouble: error.code }))
  })

describe('what a service does wrong is forwarded, recorded as it is, and told', { timeout: 120_000 }, () => {
  let service: Server
  beforeAll(async () => {
    service = await misbehavingService()
  })
  afterAll(() => service.close())

  /** A recording of the calls, and what a client sees with it and without it. */
  async function played(name: string) {
    const to = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const at = names.indexOf(name)
    const file = `${at}.jsonl`
    const recorder = await recording(['--to', to, '--file', file])
    const path = `/public/v1/${at}`
    const [direct, seen] = [await seenAt(to + path), await seenAt(recorder.url + path)]
    const [line] = await recorder.line(/^\S+ {2}GET .*$/m)
    recorder.child.kill('SIGTERM')
    const status = await recorder.ended
    const isEmpty = status === 1
    const exchange = isEmpty ? null : JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return { direct, seen, line, exchange, status }
  }

  test.each(names)('%s', async (name) => {
    const { recorded, told, seen: expected } = MISBEHAVIOURS[name] ?? { recorded: null, told: /never/ }
    const { direct, seen, line, exchange } = await played(name)
    if (expected) expect(seen).toMatchObject(expected)
    else expect(seen).toEqual(direct)
    expect(line).toMatch(told)
    const { response = null } = exchange ?? {}
    if (recorded === null) expect(response).toBeNull()
    else expect(response).toMatchObject(recorded)
  })
})

describe('a service that cannot be reached, or not be trusted', { timeout: 60_000 }, () => {
  const told = async (to: string, env: Readonly<Record<string, string>> = {}) => {
    const file = `${new URL(to).protocol}${new URL(to).port}${Object.keys(env)}.jsonl`.replaceAll(':', '')
    const recorder = await recording(['--to', to, '--file', file], env)
    const seen = await seenAt(`${recorder.url}/public/v1/invoices/`)
    const [line] = await recorder.line(/^\S+ {2}GET .*$/m)
    recorder.child.kill('SIGTERM')
    await recorder.ended
    return { seen, line, exchange: JSON.parse(readFileSync(join(folder, file), 'utf8')) }
  }
  const secure = createServer(OWN_CERTIFICATE, (_, outgoing) => outgoing.end('{}')).listen(0, '127.0.0.1')
  beforeAll(() => secure.listening || once(secure, 'listening'))
  afterAll(() => secure.close())
  const port = () => (secure.address() as AddressInfo).port

  test('a certificate that nobody knows is told, with what helps', async () => {
    const { seen, line, exchange } = await told(`https://localhost:${port()}`)
    expect(seen).toEqual({ body: '', trouble: 'ECONNRESET' })
    expect(line).toMatch(
      / --- {2}the certificate of localhost:\d+ is not trusted \(\w+\); NODE_EXTRA_CA_CERTS=/,
    )
    expect(exchange.response).toBeNull()
  })

  test('what it says helps', async () => {
    writeFileSync(join(folder, 'ca.pem'), OWN_CERTIFICATE.cert)
    const { seen } = await told(`https://localhost:${port()}`, { NODE_EXTRA_CA_CERTS: 'ca.pem' })
    expect(seen).toMatchObject({ status: 200, body: '{}' })
  })

  test.each([
    ['http://127.0.0.1:1', /nothing listens at 127\.0\.0\.1:1 \(ECONNREFUSED\)$/],
    ['http://no-such-host.invalid', /the name no-such-host\.invalid is not known \(E\w+\)$/],
  ])('%s', async (to, words) => {
    expect((await told(to)).line).toMatch(words)
  })

  test('https where http is spoken', async () => {
    const service = createPlainServer().listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { line } = await told(`https://127.0.0.1:${(service.address() as AddressInfo).port}`)
    service.close()
    expect(line).toMatch(/speaks no TLS \(\w+\); is it reached by http:/)
  })
})
