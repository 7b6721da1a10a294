import { inspect } from 'node:util'
import { createSimulator, signWebhook, verifyWebhook } from 'accounting-simulator'
import { type Experiment, explore } from 'accounting-simulator/explore'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay } from 'accounting-simulator/replay'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { warningsLeft } from './warnings-left'

const { warn, left } = warningsLeft()

const world = createSimulator()
const program = (check: Experiment['check'] = () => ['always']): Experiment => ({
  world,
  start: ({ fetch, baseUrl }) => ({ run: () => fetch(`${baseUrl}/public/v1/items/`).then(() => undefined) }),
  check,
  rounds: 1,
})
const receiver = () => new Response()
const SECRET = { secret: 'whsec' }
const UNSIGNED = { ...SECRET, body: '{}', headers: {} }
const recorded = {
  at: '2026-01-15T09:00:00Z',
  request: {
    method: 'GET',
    url: `${world.baseUrl}/public/v1/items/`,
    headers: { 'X-API-KEY': 'k' },
    body: null,
  },
  response: { status: 200, headers: {}, body: '{"success":true}' },
}

/** Each says that something is wrong. */
const VERDICTS: Readonly<Record<string, readonly [() => unknown, string]>> = {
  'explore.once': [
    () => explore.once(program(), []),
    'explore reports that the program broke: always, and nobody read the report',
  ],
  checkReceiver: [() => checkReceiver(receiver, SECRET), 'checkReceiver says that '],
  replay: [() => replay([recorded]), 'replay found differences (1), and nobody read its report'],
  'matchers.toHaveNoDuplicates': [
    () => matchers.toHaveNoDuplicates([{ name: 'A' }, { name: 'A' }]),
    'toHaveNoDuplicates found that pass is false, and nobody read it',
  ],
  verifyWebhook: [
    () => verifyWebhook(UNSIGNED),
    'verifyWebhook found that ok is false (missing-header), and nobody read it',
  ],
}
const NAMES = Object.keys(VERDICTS)

describe('a verdict that nobody reads is a warning when its test has ended', () => {
  test.each(NAMES)('%s is not read', async (name) => {
    await VERDICTS[name]?.[0]()
    expect(warn).not.toHaveBeenCalled()
  })

  test('each has warned', () => {
    expect(left).toHaveLength(NAMES.length)
    for (const [index, name] of NAMES.entries())
      expect(left[index]).toEqual([expect.stringContaining(`${name} is not read: ${VERDICTS[name]?.[1]}`)])
    left.length = 0
  })
})

/** Ways of reading one. */
const READINGS: Readonly<Record<string, (verdict: object) => unknown>> = {
  'a member': (verdict) => Object.values(verdict)[0],
  JSON: (verdict) => JSON.stringify(verdict),
  'a copy': (verdict) => ({ ...verdict }),
  'a clone': (verdict) => structuredClone(JSON.parse(JSON.stringify(verdict))),
  'a printed one': (verdict) => inspect(verdict),
  'a comparison': (verdict) => expect(verdict).not.toEqual({}),
}

describe('a verdict that is read in any way is none', () => {
  const ways = NAMES.flatMap((name) => Object.keys(READINGS).map((way) => [name, way] as const))
  test.each(ways)('%s, by %s', async (name, way) => {
    const verdict = (await VERDICTS[name]?.[0]()) as object
    expect(READINGS[way]?.(verdict)).not.toBe('')
    expect(inspect(verdict)).not.toContain('Getter')
  })

  /** What else may be done with one. */
  test.each<[string, (verdict: { ok: boolean }) => unknown]>([
    ['frozen', (verdict) => Object.freeze(verdict).ok],
    ['frozen and printed', (verdict) => inspect(Object.freeze(verdict)).includes('ok: true')],
    ['sealed', (verdict) => Object.seal(verdict).ok],
    ['changed', (verdict) => !Object.assign(verdict, { ok: true }).ok],
    ['a prototype', (verdict) => Object.create(verdict).ok],
  ])('%s', (_, work) => {
    expect(work(verifyWebhook(UNSIGNED))).toBe(false)
  })

  test('the second of two secrets, where the first fits', () => {
    const body = JSON.stringify({
      topic: 'core.customer/created',
      event_id: 'e',
      created_at: 'now',
      object: {},
    })
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      'Service-Webhook-Signature-V1': signWebhook({ secret: 'new', timestamp, body }),
      'Service-Webhook-Request-Timestamp': String(timestamp),
    }
    const asks = () => ['new', 'old'].map((secret) => verifyWebhook({ secret, body, headers }))
    expect(asks().some(({ ok }) => ok)).toBe(true)
  })

  test('a good one, a later reading, and a matcher', async () => {
    expect(
      await explore.once(
        program(() => []),
        [],
      ),
    ).toMatchObject({ survived: true, provesNothing: true })
    const report = await explore.once(program(), [])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(String(report)).toContain('always')
    expect(structuredClone(verifyWebhook(UNSIGNED))).toEqual({ ok: false, reason: 'missing-header' })
    expect(verifyWebhook(UNSIGNED)).toStrictEqual({ ok: false, reason: 'missing-header' })
  })

  test('nobody was warned', () => {
    expect(left.flat()).toEqual([])
  })
})

describe('what no test answers for is told when the process ends', () => {
  beforeAll(async () => {
    for (const [make] of Object.values(VERDICTS)) await make()
  })

  test('each once, and not what was read', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const tell = process.listeners('exit').find(({ name }) => name === 'tellUnread') as () => void
    tell()
    const texts = error.mock.calls.map(([text]) => text)
    error.mockRestore()
    expect(texts).toEqual(NAMES.map((name) => expect.stringContaining(VERDICTS[name]?.[1] ?? '')))
  })
})

describe('a test of runTest tells at its end what it has left unread', () => {
  const others = (name: string) => ({ ...UNSIGNED, headers: { 'Service-Webhook-Signature-V1': name } })

  test('and nothing of another one beside it, or of what was read', async () => {
    let end = (): void => undefined
    const slow = new Promise<void>((resolve) => {
      end = resolve
    })
    const open = runTest(world, async () => {
      const verdict = verifyWebhook(others('a'))
      await slow
      expect(verdict.ok).toBe(false)
    })
    await runTest(world.fork(), () => expect(verifyWebhook(others('b')).ok).toBe(false))
    expect(warn).not.toHaveBeenCalled()
    await runTest(world.fork(), () => void matchers.toHaveReceived(world, 'POST /public/v1/bills/'))
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(
        /and nothing of another one .*: toHaveReceived found that pass is false, and nobody read it$/,
      ),
    ])
    end()
    await open
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockClear()
  })

  test('but not of what it gives back, which may be read later', async () => {
    const verdict = await runTest(world.fork(), () => verifyWebhook(UNSIGNED))
    expect(warn).not.toHaveBeenCalled()
    expect(verdict.ok).toBe(false)
  })
})

test('tests that give back what is unread add no listener each', async () => {
  const listeners = () => process.listeners('exit').filter(({ name }) => name === 'tellUnread')
  for (let run = 0; run < 12; run += 1) await runTest(world.fork(), () => verifyWebhook(UNSIGNED))
  expect(listeners()).toHaveLength(1)
})

test('runTest of another copy of the package tells it, as entries in CommonJS are copies', async () => {
  vi.resetModules()
  const copy = await import('accounting-simulator/matchers')
  expect(copy.runTest).not.toBe(runTest)
  await copy.runTest(createSimulator(), async () => void (await explore.once(program(), [])))
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('explore reports that the program broke'), 'AccountingSimulatorWarning'],
  ])
})

describe('of a survival that shows nothing', () => {
  const idle = () => explore.once({ ...program(() => []), start: () => ({ run: async () => undefined }) }, [])

  test('survived alone tells nothing', async () => {
    left.length = 0
    expect((await idle()).survived).toBe(true)
  })

  test('whether it proves anything, and its text, tell it', async () => {
    expect(left.flat()).toEqual([
      expect.stringMatching(
        /survived alone tells nothing: explore reports that its survival shows nothing, and nobody read more/,
      ),
    ])
    left.length = 0
    expect(await idle()).toMatchObject({ survived: true, provesNothing: true })
    expect(String(await idle())).toContain('survived')
  })

  test('so nobody was warned', () => {
    expect(left.flat()).toEqual([])
  })
})

describe('of a check that looks at no world of a plan', () => {
  const start: Experiment['start'] = ({ fetch, baseUrl, apiKey }) => {
    const headers = { 'X-API-KEY': apiKey() }
    return { run: () => fetch(`${baseUrl}/public/v1/items/`, { headers }).then(({ status }) => status) }
  }
  const reads = (check: Experiment['check']) => explore.once({ ...program(check), start }, [])
  const outside = () => reads(() => (world.records.items.count() < 0 ? ['lost'] : []))

  test('survived alone tells nothing of that either', async () => {
    left.length = 0
    expect((await outside()).survived).toBe(true)
  })

  test('one that counts the requests of its plan tells it', async () => {
    expect(left.flat()).toEqual([
      expect.stringMatching(
        /explore reports that its check looked at no world of a plan, and nobody read more/,
      ),
    ])
    left.length = 0
    const checks: Experiment['check'][] = [
      ({ simulator }) => (simulator.records.items.count() < 0 ? ['lost'] : []),
      ({ simulator }) => (simulator.records.items.count() < world.records.items.count() ? ['lost'] : []),
      ({ reports }) => (reports.length < 0 ? ['lost'] : []),
      () => [],
    ]
    for (const check of checks) expect((await reads(check)).survived).toBe(true)
    expect((await outside()).warnings).toHaveLength(1)
  })

  test('so nobody was warned of those', () => {
    expect(left.flat()).toEqual([])
  })
})

describe('in the last hooks of a test', () => {
  let verdict: unknown
  test('nothing more can be asked for', ({ onTestFinished }) => {
    onTestFinished(() => {
      verdict = verifyWebhook(UNSIGNED)
    })
    expect(verdict).toBeUndefined()
  })

  test('a verdict is given all the same', () => {
    expect(verdict).toEqual({ ok: false, reason: 'missing-header' })
  })
})

describe('a test that is tried again', () => {
  const headers = { 'Service-Webhook-Signature-V1': 'x', 'Service-Webhook-Request-Timestamp': '1' }
  let tries = 0
  test('answers for each try', { retry: 1 }, () => {
    tries += 1
    const verdict = verifyWebhook({ ...UNSIGNED, headers })
    if (tries === 1) expect(verdict.ok).toBe(true)
    expect(tries).toBe(2)
  })

  test('has warned', () => {
    expect(left.at(-1)).toEqual([expect.stringContaining('ok is false (signature)')])
  })
})
