import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { RecordSet, Simulator } from 'accounting-simulator'
import { type ExampleRequest, ExampleRun } from '../../../src/openapi/examples'
import { registry } from '../../../src/resources/registry'
import { openapiSubject } from '../../../src/simulator/openapi-subject'
import { readOptions } from '../../../src/worlds/options/settings'

/**
 * Runs a program that sends the examples of the document, such as Dredd. It writes `openapi.json` into the folder of
 * the project, and serves its package; the program gets the address in the place of `URL`. Each request meets the world
 * in which its example was recorded, so that no example uses up what another one needs.
 */
const options = { now: '2026-01-15T09:00:00Z' }
const packed = createRequire(join(process.cwd(), 'package.json'))
const { createSimulator } = packed('accounting-simulator') as typeof import('accounting-simulator')
const { serve } = packed('accounting-simulator/node') as typeof import('accounting-simulator/node')

const simulator = createSimulator({ ...options, rateLimits: false })
const worlds = new Map<string, Simulator>()
for (const play of examples()) await play()

const door = createServer((asked, answer) => void forward(asked, answer)).listen(0, '127.0.0.1')
await once(door, 'listening')
writeFileSync('openapi.json', JSON.stringify(createSimulator(options).openapi()))
const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
const [program = '', ...args] = process.argv.slice(2).map((word) => word.replace('URL', url))
const [status] = await once(spawn(program, args, { stdio: 'inherit' }), 'close')
process.exit(status ?? 1)

/** What the examples do to a world, one step after the other. The world before each request is kept. */
function examples(): (() => unknown)[] {
  const { exampleService } = openapiSubject(registry, readOptions(options, Date.now))
  const steps: (() => unknown)[] = []
  new ExampleRun({
    ...exampleService,
    ask(asked) {
      const answer = exampleService.ask(asked)
      if (answer.status < 300) steps.push(() => played(asked))
      return answer
    },
    put(resource, body) {
      exampleService.put(resource, body)
      const sets = simulator.records as unknown as Readonly<Record<string, RecordSet<unknown, unknown>>>
      steps.push(() => sets[resource]?.create(body))
    },
  })
  return steps
}

async function played({ method, path, body, parts }: ExampleRequest): Promise<void> {
  const name = nameOf(method, path, body)
  if (!worlds.has(name)) worlds.set(name, simulator.fork())
  const form = new FormData()
  for (const part of parts ?? []) form.append(part.name, new File([part.bytes.slice()], part.filename ?? ''))
  const json = body === undefined ? undefined : JSON.stringify(body)
  await simulator.fetch(
    new Request(simulator.baseUrl + path, {
      method,
      headers: { 'X-API-KEY': simulator.apiKey, ...(json && { 'Content-Type': 'application/json' }) },
      body: parts ? form : (json ?? null),
    }),
  )
}

/** Answers by the `serve` of the package, in a world of its own. */
async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = asked
  const body = await buffer(asked)
  const isJson = headers['content-type']?.startsWith('application/json') && body.length > 0
  const world =
    worlds.get(nameOf(method, path, isJson ? JSON.parse(body.toString()) : undefined)) ?? simulator
  const service = await serve(createSimulator({ world: world.export(), rateLimits: {} }))
  const sent = { method, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) }
  const response = await fetch(service.url + path, sent)
  answer.writeHead(response.status, Object.fromEntries(response.headers))
  answer.end(Buffer.from(await response.arrayBuffer()))
  await service.close()
}

function nameOf(method: string, path: string, body: unknown): string {
  return [method, path.replace(/\?.*/, ''), JSON.stringify(body)].join(' ')
}
