import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { replay } from 'accounting-simulator/replay'
import { afterEach, describe, expect, test } from 'vitest'
import { record } from '../../examples/record-traffic/record'
import { commandOfPackage } from './recorder'

const { folder, run, recording, served } = commandOfPackage()
const closing: (() => unknown)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

const clientOf =
  (baseUrl: string, apiKey: string) => async (method: string, path: string, body?: unknown) => {
    const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' }
    const answer = await fetch(`${baseUrl}/public${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return JSON.parse((await answer.text()) || 'null')
  }

const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: '2', rate: '10.00' }],
}

/** Fourteen calls besides those of examples/record-traffic. */
async function furtherCalls(call: ReturnType<typeof clientOf>): Promise<void> {
  const contact = { email: '', address: '', country: 'US', phone: '', website: '' }
  const vendor = await call('POST', '/v1/vendors/', { ...contact, name: 'Vendor', unique_id: 'vendor-1' })
  const invoice = await call('POST', '/v1/invoices/', INVOICE)
  await call('PATCH', `/v1/invoices/${invoice.number}/`, { memo: 'changed' })
  await call('GET', '/v1/invoices/?limit=1&offset=1')
  await call('GET', '/v1/customers/?limit=2')
  await call('GET', `/v1/vendors/${vendor.id}/`)
  await call('GET', '/v1/companies/')
  await call('GET', '/v1/accounts/?limit=3')
  await call('GET', '/v1/terms/')
  await call('GET', '/v2/invoices/?limit=1')
  await call('GET', '/v2/webhooks/topics/')
  await call('POST', '/v2/webhooks/', { url: 'https://hooks.example.com/', topics: ['core.bill/created'] })
  await call('GET', '/v1/invoices/999999/')
  await call('GET', '/v1/nothing/')
}

describe('accounting-simulator record', { timeout: 120_000 }, () => {
  test('28 calls of a client are answered alike by replay', async () => {
    const service = run(['serve', '--port', '0'])
    const [, to = '', apiKey = ''] = await service.line(/(http:\S+) with API key (\S+)/)
    const recorder = await recording(['--to', to, '--file', 'session.jsonl'])
    await record(join(folder, 'own.jsonl'), { baseUrl: recorder.url, apiKey })
    await furtherCalls(clientOf(recorder.url, apiKey))
    recorder.child.kill('SIGINT')
    expect(await recorder.ended).toBe(0)
    const [, next = ''] = await recorder.line(
      /28 exchanges are in session\.jsonl\..*\n {2}npx accounting-simulator (.*)\n/,
    )
    expect(statSync(join(folder, 'session.jsonl')).mode & 0o777).toBe(0o600)

    const replayed = run(next.split(' '))
    expect(await replayed.ended).toBe(0)
    expect(replayed.printed.out).toContain(`28 of 28 exchanges with ${to} are answered alike.`)
  })

  test('deliveries are forwarded to the receiver and recorded', async () => {
    const heard: string[] = []
    const receiver = await served((incoming, outgoing) => {
      heard.push(`${incoming.method} ${incoming.url}`)
      incoming.resume().on('end', () => outgoing.writeHead(202).end('ok'))
    })
    const simulator = createSimulator({ clock: 'live' })
    const service = await serve(simulator)
    closing.push(
      () => service.close(),
      () => simulator[Symbol.dispose](),
    )
    const args = ['--to', service.url, '--file', 'deliveries.jsonl', '--receiver', `${receiver}/app/`]
    const recorder = await recording(args)
    const [, door = ''] = await recorder.line(/Deliveries to (http:\S+) go on to/)
    // A tunnel leads from the public address to the recorder.
    simulator.webhooks.connect('https://tunnel.example/hooks', async (delivery) => {
      const { method, headers } = delivery
      return fetch(`${door}/hooks`, { method, headers, body: await delivery.text() })
    })
    const call = clientOf(recorder.url, simulator.apiKey)
    const topics = ['core.invoice/created']
    const { secret } = await call('POST', '/v2/webhooks/', { url: 'https://tunnel.example/hooks', topics })
    await call('POST', '/v1/invoices/', { ...INVOICE, memo: `the secret is ${secret}` })
    await recorder.line(/POST \/app\/hooks {2}202$/m)
    recorder.child.kill('SIGTERM')
    expect(await recorder.ended).toBe(0)
    expect(heard).toEqual(['POST /app/hooks'])
    const text = read('deliveries.jsonl')
    expect(text).not.toContain(secret)
    expect(await replay(text)).toMatchObject({ exchanges: 3, alike: 3, differences: [] })
  })

  test('what was recorded up to a SIGKILL is there, and read', async () => {
    const simulator = createSimulator()
    const service = await serve(simulator)
    closing.push(() => service.close())
    const recorder = await recording(['--to', service.url, '--file', 'killed.jsonl'])
    const call = clientOf(recorder.url, simulator.apiKey)
    await call('POST', '/v1/invoices/', INVOICE)
    await call('GET', '/v1/invoices/1/')
    recorder.child.kill('SIGKILL')
    await recorder.ended
    const text = read('killed.jsonl')
    expect(await replay(text)).toMatchObject({ exchanges: 2, alike: 2, isCutOff: false })
    // As if it had been killed within the second line.
    const cut = text.slice(0, text.indexOf('\n') + 200)
    const report = await replay(cut)
    expect(report).toMatchObject({ exchanges: 1, alike: 1, isCutOff: true })
    expect(String(report)).toContain('The last line of the recording is cut off; it is left out.')
  })

  test('parts of a slow answer go on as they come', async () => {
    let goOn = (): void => undefined
    const to = await served((_, outgoing) => {
      outgoing.write('first')
      goOn = () => outgoing.end('last')
    })
    const recorder = await recording(['--to', to, '--file', 'slow.jsonl'])
    const [answer] = await once(request(`${recorder.url}/public/v1/slow`).end(), 'response')
    const [first] = await once(answer, 'data')
    expect(String(first)).toBe('first')
    goOn()
    expect(String((await once(answer, 'data'))[0])).toBe('last')
  })

  test('a client that goes away, and calls under way at the end, are recorded as they were', async () => {
    const to = await served(({ url }, outgoing) => url?.includes('begun') && outgoing.write('{"begun":'))
    const recorder = await recording(['--to', to, '--file', 'left.jsonl'])
    const leaving = new AbortController()
    const left = fetch(`${recorder.url}/public/v1/waiting`, { signal: leaving.signal }).catch(() => undefined)
    await fetch(`${recorder.url}/public/v1/begun`)
    leaving.abort()
    await left
    await recorder.line(/GET \/public\/v1\/waiting {2}--- {2}the connection of your client ended after \S+ s/)
    recorder.child.kill('SIGTERM')
    expect(await recorder.ended).toBe(0)
    const [waiting, begun] = read('left.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).response)
    expect(waiting).toBeNull()
    expect(begun).toMatchObject({ status: 200, body: '{"begun":', notHeld: 'it was cut off after 9 bytes' })
  })

  test('a recording without a call is told, and leaves no file', async () => {
    const recorder = await recording(['--to', 'http://127.0.0.1:9', '--file', 'empty.jsonl'])
    recorder.child.kill('SIGTERM')
    expect(await recorder.ended).toBe(1)
    expect(recorder.printed.out).toMatch(
      /Nothing was recorded: no request came to http:.* base URL of your client\?/,
    )
    expect(() => read('empty.jsonl')).toThrow('ENOENT')
  })

  test('calls that could not be recorded are counted, without advice that record cannot follow', async () => {
    const to = await served((incoming, outgoing) => incoming.resume().on('end', () => outgoing.end()))
    const recorder = await recording(['--to', to, '--file', 'deep.jsonl'])
    const body = '['.repeat(200) + ']'.repeat(200)
    await fetch(`${recorder.url}/public/v1/deep`, { method: 'POST', body })
    await recorder.line(/not recorded: replay could not read it: .*deeper than 64 levels$/m)
    recorder.child.kill('SIGTERM')
    expect(await recorder.ended).toBe(1)
    expect(recorder.printed.out).toContain('Nothing was recorded: 1 request came, of which none could be')
  })

  test('who takes it for a proxy of HTTPS is told', async () => {
    const recorder = await recording(['--to', 'http://127.0.0.1:9', '--file', 'tunnel.jsonl'])
    const { hostname, port } = new URL(recorder.url)
    const tunnel = request({ hostname, port, method: 'CONNECT', path: 'api.example.com:443' }).end()
    expect((await once(tunnel, 'connect'))[0].statusCode).toBe(405)
    await recorder.line(/base URL of your client, not into HTTPS_PROXY/)
  })
})

describe('what is wrong is told at once', { timeout: 60_000 }, () => {
  const to = ['--to', 'https://api.example.com']
  const file = ['--file', 'new.jsonl']
  // arguments, message
  test.each<[string[], string]>([
    [[...file], 'record needs --to, where the service is reached'],
    [[...to], 'record needs --file, where the recording is to be written'],
    [
      ['--to', 'api.example.com', ...file],
      '--to must be a URL such as https://api.example.com, not api.example.com',
    ],
    [['--to', 'ftp://api.example.com', ...file], '--to must be a URL such as'],
    [['--to', 'https://', ...file], '--to must be a URL such as'],
    [['--to', 'https://me:secret@api.example.com', ...file], '--to must have no user name'],
    [['--to', 'https://api.example.com/?key=1', ...file], '--to must end with its path, without ?key=1'],
    [[...to, '--file', 'there.jsonl'], '--file there.jsonl is there already; name another one'],
    [[...to, '--file', 'nowhere/new.jsonl'], '--file nowhere/new.jsonl cannot be written'],
    [[...to, '--file', '.'], '--file . '],
    [[...to, ...file, '--port', 'TAKEN'], '--port TAKEN is in use; 0 takes a free one'],
    [[...to, ...file, '--port', '70000'], '--port must be a whole number from 0 to 65535, not 70000'],
    [['--to', 'http://localhost:4011', ...file], '--to names the address where record itself listens'],
    [
      ['--to', 'http://[::1]:4444/base', ...file, '--port', '4444'],
      '--to names the address where record itself',
    ],
    [
      [...to, ...file, '--receiver', 'http://127.0.0.1:4012'],
      '--receiver names the address where record itself',
    ],
    [[...to, ...file, '--receiver', 'hooks'], '--receiver must be a URL such as'],
    [[...to, ...file, '--receiver-port', '5000'], '--receiver-port needs --receiver'],
    [
      [...to, ...file, '--receiver', 'http://a.test', '--receiver-port', '4011'],
      '--receiver-port must be another',
    ],
    [[...to, '--fil', 'new.jsonl'], 'there is no option --fil, perhaps --file'],
    [['https://api.example.com', ...to, ...file], 'record takes options alone, not https://api.example.com'],
  ])('%j', async (args, message) => {
    writeFileSync(join(folder, 'there.jsonl'), 'of an earlier one')
    const taken = new URL(await served(() => undefined)).port
    const fill = (text: string): string => text.replace('TAKEN', taken)
    const { ended, printed } = run(['record', ...args.map(fill)])
    expect(await ended).toBe(2)
    expect(printed.error).toContain(`accounting-simulator record: ${fill(message)}`)
    expect(printed.out).toBe('')
    expect(read('there.jsonl')).toBe('of an earlier one')
    expect(() => read('new.jsonl')).toThrow('ENOENT')
  })

  test('a word that is nearly record', async () => {
    const { ended, printed } = run(['recrod'])
    expect(await ended).toBe(1)
    expect(printed.error).toContain('there is no command recrod, perhaps record')
  })

  test('--help tells how', async () => {
    const { ended, printed } = run(['record', '--help'])
    expect(await ended).toBe(0)
    expect(printed.out).toContain('--receiver url')
  })
})
