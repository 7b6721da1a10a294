import { readFile } from 'node:fs/promises'
import { createSimulator } from 'accounting-simulator'
import { explore, noDuplicates, type Stage } from 'accounting-simulator/explore'
import { expect, it } from 'vitest'
import { creation, INVOICES, ROUTE } from './tiny'

const post = (stage: Stage, key = 'R-1') => stage.fetch(creation(stage, key)).catch(() => undefined)
const left = (...what: string[]) => [
  `run ended while ${what.join(' and ')} was under way: does it return its promise?`,
]

it.each<[what: string, run: (stage: Stage) => unknown, warnings: string[]]>([
  ['it gives nothing back', (stage) => void post(stage), left(ROUTE)],
  ['it gives something else back', (stage) => [post(stage)].length, left(ROUTE)],
  [
    'one await is there, one is not',
    async (stage) => void (await stage.sleep(9).then(() => void post(stage))),
    left(ROUTE),
  ],
  ['forEach does not wait', (stage) => ['a', 'b'].forEach(async (key) => post(stage, key)), left(ROUTE)],
  [
    'it sends by itself',
    ({ baseUrl, apiKey }) =>
      void fetch(creation({ baseUrl, apiKey }, 'R-1'))
        .then(() => fetch(baseUrl + INVOICES, { headers: { 'X-API-KEY': apiKey() } }))
        .catch(() => undefined),
    left(ROUTE),
  ],
  [
    'two of three are not awaited',
    async (stage) => {
      await post(stage)
      await Promise.race([stage.sleep(100), stage.fetch('/public/v1/bills/'), post(stage, 'R-2')])
    },
    [expect.stringContaining('401'), ...left('GET /public/v1/bills/', ROUTE)],
  ],
  [
    'it reads a file first',
    (stage) => void readFile(new URL(import.meta.url)).then(() => post(stage)),
    left(ROUTE),
  ],
  ['it waits', (stage) => post(stage), []],
  ['it waits for all', (stage) => Promise.all(['a', 'b'].map((key) => post(stage, key))), []],
  ['it waits for one after the other', async (stage) => [await post(stage), await post(stage, 'b')], []],
  ['one of two tries is enough', async (stage) => Promise.race([post(stage), later(stage, 200)]), []],
  ['it leaves a try that it has cancelled', async (stage) => cancelled(stage), []],
  ['its heartbeat goes on beside it', async (stage) => besideHeartbeat(stage), []],
])('of a run that ends before its requests: %s', async (_, work, warnings) => {
  const start = (stage: Stage) => ({ run: () => work(stage) })
  const check = noDuplicates('invoices', 'reference_number')
  const report = await explore({ world: createSimulator(), start, check, rounds: 1, budget: { runs: 12 } })
  expect(report.warnings).toEqual(warnings)
  expect(report.provesNothing).toBeUndefined()
  const once = await explore.once({ world: createSimulator(), start, check, rounds: 3 }, [])
  expect(once.warnings).toEqual(warnings)
})

const later = async (stage: Stage, milliseconds: number) => {
  await stage.sleep(milliseconds)
  return post(stage)
}

async function cancelled(stage: Stage): Promise<void> {
  await post(stage)
  const abort = new AbortController()
  const headers = { 'X-API-KEY': stage.apiKey() }
  const read = stage.fetch(INVOICES, { headers, signal: abort.signal }).catch(() => undefined)
  await stage.sleep(100)
  abort.abort()
  await read
  void stage.fetch(INVOICES, { headers, signal: abort.signal }).catch(() => undefined)
}

async function besideHeartbeat(stage: Stage): Promise<void> {
  const headers = { 'X-API-KEY': stage.apiKey() }
  const beat = setInterval(() => stage.fetch('/public/v1/items/', { headers }).catch(() => undefined), 400)
  await post(stage)
  clearInterval(beat)
}

it('nothing of what works beside run: a loop, a queue and a receiver', async () => {
  const world = createSimulator()
  const hook = { url: 'https://app.example/hooks', topics: ['core.invoice/created'] }
  const authorized = { 'X-API-KEY': world.apiKey, 'content-type': 'application/json' }
  await world.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: authorized,
    body: JSON.stringify(hook),
  })
  let received = 0
  const start = (stage: Stage) => {
    const headers = { 'X-API-KEY': stage.apiKey() }
    const read = () => stage.fetch(INVOICES, { headers }).catch(() => undefined)
    let wake = (): void => undefined
    const queue = async () => {
      for (;;) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        await post(stage)
      }
    }
    void queue()
    setInterval(read, 1700)
    return {
      run: async () => {
        await read()
        wake()
      },
      receive: async () => {
        received += 1
        void read()
        return new Response(null, { status: 200 })
      },
    }
  }
  const check = noDuplicates('invoices', 'reference_number')
  const report = await explore.once({ world, start, check, webhookUrl: hook.url, every: '1 minute' }, [])
  expect([report.failure?.complaint, received > 0, report.warnings]).toEqual([undefined, true, []])
})
