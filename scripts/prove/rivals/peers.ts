import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSimulator } from 'accounting-simulator'
import { handWritten, mswData, ours } from './behind-msw'
import { CUSTOMER, load, named, type Peer, payGenerically, sender } from './peer'

const listening = async (listener: RequestListener): Promise<{ url: string; end: () => unknown }> => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end: () => server.close() }
}

async function jsonServer(): Promise<Peer> {
  const { default: server } = await load<{
    default: {
      create(): RequestListener & { use(one: unknown): void }
      router(db: object): { db: { setState(state: object): void } }
      bodyParser?: unknown
    }
  }>('json-server')
  const app = server.create()
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, ...CUSTOMER, name: `C${index}` }))
  const router = server.router({ customers: [], invoices: [], payments: [] })
  app.use(router)
  const { url, end } = await listening(app)
  const send = sender(`${url}/`)
  return {
    ...{
      send,
      customers: 'customers',
      hundred: '?_limit=100',
      customer: (name) => ({ ...CUSTOMER, name }),
      wrong: { name: 7 },
    },
    fill: async (count) => router.db.setState({ customers: rows(count), invoices: [], payments: [] }),
    reset: () => router.db.setState({ customers: [], invoices: [], payments: [] }),
    end,
    pay: payGenerically(send, ''),
  }
}

async function emulate(receiver: string): Promise<Peer> {
  const { createEmulator } = await load<{
    createEmulator(options: object): Promise<{ url: string; reset(): unknown; close(): unknown }>
  }>('emulate')
  const port = 4000 + (process.pid % 1000)
  const emulator = await createEmulator({
    ...{ service: 'stripe', port },
    seed: { stripe: { webhooks: [{ url: receiver, secret: 'secret', events: ['customer.created'] }] } },
  })
  const send = sender(`http://127.0.0.1:${port}/`, { authorization: 'Bearer sk_test_1' }, true)
  return {
    ...{ send, customers: 'v1/customers', hundred: '?limit=100', customer: named },
    // Its limit refuses after 5,000 requests of a key, so each thousand has a key of its own.
    fill: async (count) => {
      for (let made = 0; made < count; made += 1)
        await send(
          'POST',
          'v1/customers',
          { name: 'C' },
          { authorization: `Bearer sk_test_${Math.floor(made / 1000) + 2}` },
        )
    },
    reset: () => emulator.reset(),
    end: () => emulator.close(),
    // It is told where to send when it starts.
    subscribe: async () => async () => ({}),
  }
}

async function stripeStatefulMock(): Promise<Peer> {
  process.env.LOG_LEVEL = 'silent'
  const { createExpressApp } = (
    await load<{ default: { createExpressApp(): RequestListener } }>('stripe-stateful-mock')
  ).default
  const { url, end } = await listening(createExpressApp())
  const send = sender(`${url}/`, { authorization: `Basic ${btoa('sk_test_1:')}` }, true)
  return {
    ...{
      send,
      customers: 'v1/customers',
      hundred: '?limit=100',
      customer: (description) => ({ description }),
    },
    wrong: { source: 'tok_no_such_token' },
    fill: async (count) => {
      for (let made = 0; made < count; made += 1) await send('POST', 'v1/customers', { description: 'C' })
    },
    end,
  }
}

/** Starts a program that serves a port, and waits for its first answer. */
async function served(args: readonly string[], url: string): Promise<() => unknown> {
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  for (let tries = 0; tries < 600; tries += 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return () => child.kill()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error(`${args.join(' ')} serves nothing`)
}

async function prism(): Promise<Peer> {
  writeFileSync('openapi.json', JSON.stringify(createSimulator().openapi()))
  const port = 5000 + (process.pid % 1000)
  const url = `http://127.0.0.1:${port}/`
  const end = await served(
    ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', '-p', `${port}`, 'openapi.json'],
    url,
  )
  const send = sender(url, { 'x-api-key': 'key' })
  return {
    ...{
      send,
      customers: 'public/v1/customers/',
      hundred: '?limit=100',
      customer: (name) => ({ ...CUSTOMER, name }),
    },
    ...{ wrong: { name: 7 }, fill: async () => undefined, end },
    pay: async () => {
      const { body } = await send('GET', 'public/v1/invoices/1/')
      const invoice = { date: '2026-01-15', company_id: 1, customer_id: 1, items: [] }
      await send('POST', 'public/v1/customer-payments/', invoice)
      return [body.amount_due, (await send('GET', 'public/v1/invoices/1/')).body.amount_due]
    },
  }
}

async function mockoon(): Promise<Peer> {
  const port = 6000 + (process.pid % 1000)
  const group = (name: string, value: unknown) => ({
    route: {
      ...{
        uuid: `route-${name}`,
        type: 'crud',
        documentation: '',
        method: '',
        endpoint: name,
        responseMode: null,
        streamingMode: null,
        streamingInterval: 0,
      },
      responses: [
        {
          ...{
            uuid: `response-${name}`,
            body: '{}',
            latency: 0,
            statusCode: 200,
            label: '',
            headers: [],
            bodyType: 'DATABUCKET',
            filePath: '',
          },
          ...{
            databucketID: name.slice(0, 4),
            sendFileAsBody: false,
            rules: [],
            rulesOperator: 'OR',
            disableTemplating: false,
          },
          ...{ fallbackTo404: false, default: true, crudKey: 'id', callbacks: [] },
        },
      ],
    },
    data: {
      uuid: `data-${name}`,
      id: name.slice(0, 4),
      name,
      documentation: '',
      value: JSON.stringify(value),
    },
  })
  const rows = Array.from({ length: Number(process.env.RIVAL_RECORDS ?? 0) }, (_, index) => ({
    id: `${index + 1}`,
    ...CUSTOMER,
    name: `C${index}`,
  }))
  const groups = [group('customers', rows), group('invoices', []), group('payments', [])]
  const environment = {
    ...{
      uuid: 'environment',
      lastMigration: 33,
      name: 'api',
      port,
      hostname: '127.0.0.1',
      endpointPrefix: '',
      latency: 0,
      folders: [],
    },
    ...{
      routes: groups.map(({ route }) => route),
      rootChildren: groups.map(({ route }) => ({ type: 'route', uuid: route.uuid })),
    },
    ...{
      proxyMode: false,
      proxyHost: '',
      proxyRemovePrefix: false,
      cors: true,
      headers: [],
      proxyReqHeaders: [],
      proxyResHeaders: [],
    },
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    ...{ data: groups.map(({ data }) => data), callbacks: [] },
  }
  writeFileSync('mockoon.json', JSON.stringify(environment))
  const url = `http://127.0.0.1:${port}/`
  const args = [
    'node_modules/@mockoon/cli/bin/run.js',
    'start',
    '--data',
    'mockoon.json',
    '--repair',
    '--disable-log-to-file',
  ]
  const end = await served(args, url)
  const send = sender(url)
  return {
    ...{
      send,
      customers: 'customers',
      hundred: '?limit=100',
      customer: (name) => ({ ...CUSTOMER, name }),
      wrong: { name: 7 },
    },
    fill: async () => undefined,
    reset: () => send('POST', 'mockoon-admin/data-buckets/purge'),
    end,
    pay: payGenerically(send, ''),
  }
}

/** Each is given the URL of a receiver of webhooks. */
export const PEERS: Readonly<Record<string, (receiver: string) => Promise<Peer>>> = {
  'accounting-simulator': ours,
  'msw by hand': handWritten,
  '@msw/data': mswData,
  'json-server': jsonServer,
  Prism: prism,
  Mockoon: mockoon,
  emulate,
  'stripe-stateful-mock': stripeStatefulMock,
}
