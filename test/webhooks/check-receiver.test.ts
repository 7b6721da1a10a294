import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkReceiver } from 'accounting-simulator/receiver'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Client } from '../../examples/webhook-receiver/client'
import { Mirror } from '../../examples/webhook-receiver/mirror'
import { WebhookReceiver } from '../../examples/webhook-receiver/receiver'
import { RECEIVER_RULES } from '../../src/tools/receiver/rules'
import { HandmadeReceiver, VARIANTS } from './broken-receivers'

/** docs/service.md §14.3, §14.4 */
const SECRET = 'whsec_demo'
const NOW = Date.parse('2026-01-15T09:00:00Z')
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const work of cleanUp.splice(0)) await work()
})

describe('a receiver that keeps the rules', () => {
  it('passes, and the report can be read', async () => {
    const receiver = new HandmadeReceiver({}, () => NOW)
    const report = await checkReceiver(receiver.receive, {
      secret: SECRET,
      now: NOW,
      observe: () => receiver.effects,
    })
    expect(report.findings).toEqual([])
    expect(report.ok).toBe(true)
    expect(String(report)).toMatch(
      /^The receiver passes (\d+) of \1 checks with core\.invoice\/updated\.\n {2}✓ a genuine event +204\n/,
    )
    expect(String(report)).not.toContain(SECRET)
  })

  it.each([
    ['milliseconds', NOW],
    ['a Date', new Date(NOW)],
    ['a function', () => NOW],
    ['a function that gives a Date', () => new Date(NOW)],
  ])('time is given as %s', async (_, now) => {
    const receiver = new HandmadeReceiver({}, () => NOW)
    expect((await checkReceiver(receiver.receive, { secret: SECRET, now })).ok).toBe(true)
  })

  it('can be checked again, although it remembers events', async () => {
    const receiver = new HandmadeReceiver({}, () => NOW)
    const options = { secret: SECRET, now: NOW, observe: async () => receiver.effects }
    for (let times = 0; times < 2; times += 1)
      expect(String(await checkReceiver(receiver.receive, options))).not.toContain('✗')
  })

  it('is judged fairly although seconds pass between sending and receiving', async () => {
    let now = NOW + 999
    const receiver = new HandmadeReceiver({}, () => (now += 2))
    expect((await checkReceiver(receiver.receive, { secret: SECRET, now: () => now })).findings).toEqual([])
  })

  it('the example, over HTTP and by the clock of the host', async () => {
    const mirror = new Mirror(new Client({ baseUrl: 'http://127.0.0.1:1', apiKey: '' }))
    const receiver = new WebhookReceiver({ secret: SECRET, mirror })
    receiver.server.listen(0, '127.0.0.1')
    await once(receiver.server, 'listening')
    cleanUp.push(() => {
      receiver.server.closeAllConnections()
      receiver.server.close()
    })
    const report = await checkReceiver(
      `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/hooks`,
      {
        secret: SECRET,
        observe: () => receiver.counts.handled,
        about: { topic: 'core.account/updated', object_type: 'core.Account' },
      },
    )
    expect(report.findings).toEqual([])
    expect(report.checks).toHaveLength(20)
  })
})

describe('a receiver that breaks a rule', () => {
  it.each(VARIANTS)('$what: $breaks', async ({ habits, breaks, look }) => {
    const receiver = new HandmadeReceiver(habits, () => NOW)
    const observe = () => (look === 'state' ? { lastChange: receiver.lastChange } : receiver.effects)
    // A machine that is busy makes the others slow, too.
    const patience = habits.isSilent ? 100 : 10_000
    const report = await checkReceiver(receiver.receive, { secret: SECRET, now: NOW, observe, patience })
    expect(report.ok).toBe(false)
    expect(new Set(report.findings.map(({ rule }) => rule))).toEqual(new Set([breaks]))
    for (const { section } of report.findings) expect(section).toBe(RECEIVER_RULES[breaks].section)
    expect(String(report)).toContain(`${breaks} (docs/service.md §${RECEIVER_RULES[breaks].section})`)
  })

  it('there is a variant for every rule', () => {
    expect(new Set(VARIANTS.map(({ breaks }) => breaks))).toEqual(new Set(Object.keys(RECEIVER_RULES)))
  })

  it('what only shows inside is not seen without observe', async () => {
    const receiver = new HandmadeReceiver({ isDeduping: false }, () => NOW)
    expect((await checkReceiver(receiver.receive, { secret: SECRET, now: NOW })).ok).toBe(true)
  })

  it('a server that is not there', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const report = await checkReceiver(`http://127.0.0.1:${port}/`, { secret: SECRET })
    expect(report.findings).toMatchObject([
      { rule: 'answer-quickly', text: expect.stringContaining('ECONNREFUSED') },
    ])
  })
})

describe('a receiver that handles one topic', () => {
  /** Answers 204 to topics that it does not handle, or that status. */
  const handling = (handled: string, otherwise = 204) => {
    const receiver = new HandmadeReceiver({}, () => NOW)
    const receive = async (request: Request) => {
      const { topic } = (await request.clone().json()) as { topic: string }
      return topic === handled ? receiver.receive(request) : new Response(null, { status: otherwise })
    }
    const options = { secret: SECRET, now: NOW, observe: () => receiver.effects }
    return { receiver, receive, options }
  }
  const CREATED = 'core.invoice/created'

  it('is told once that it does not react, and which topic to name', async () => {
    const { receive, options } = handling(CREATED)
    const report = await checkReceiver(receive, options)
    const effects = report.findings.filter(({ text }) => /\beffects?\b/.test(text.split('Sent:')[1] ?? ''))
    expect(effects).toEqual([
      {
        rule: 'accept-genuine',
        section: '14.4',
        text:
          'A genuine event is answered with 2xx. Sent: a genuine event: its effect. ' +
          `Seen: 0 effects for core.invoice/updated; it handles ${CREATED}: about: { topic: '${CREATED}' }.`,
      },
    ])
  })

  it('passes when its topic is named, which stands in the first line', async () => {
    const { receive, options } = handling(CREATED)
    const report = await checkReceiver(receive, { ...options, about: { topic: CREATED } })
    expect(report.findings).toEqual([])
    expect(String(report).split('\n')[0]).toBe(
      'The receiver passes 20 of 20 checks with core.invoice/created.',
    )
  })

  it('is told also if it refuses other topics, and without observe', async () => {
    const { receive } = handling(CREATED, 422)
    const report = await checkReceiver(receive, { secret: SECRET, now: NOW })
    expect(report.findings[0]?.text).toContain(`Seen: 422 for core.invoice/updated; it handles ${CREATED}`)
  })

  it('that handles no topic of the model is asked for one', async () => {
    const { receive, options } = handling('core.bill/created')
    const report = await checkReceiver(receive, options)
    expect(String(report)).toContain(
      '0 effects for core.invoice/updated; name a topic that it handles: about: { topic, object_type }',
    )
  })

  it('that fails is told to look at its own requests, too', async () => {
    const { receive } = handling('core.bill/created', 503)
    const report = await checkReceiver(receive, { secret: SECRET, now: NOW })
    expect(report.findings[0]?.text).toMatch(
      /object_type }, or look at what failed in it, such as its own requests/,
    )
  })

  it.each([
    ['a state that nothing changes', () => ({ invoices: 1 }), true],
    ['no observe', undefined, false],
  ])('%s: said: %s', async (_, observe, isSaid) => {
    const { receive } = handling('core.invoice/updated')
    const options = { secret: SECRET, now: NOW, ...(observe && { observe }) }
    const report = await checkReceiver(receive, options)
    expect(report.isUnmoved).toBe(isSaid)
    expect(String(report).includes('never changed')).toBe(isSaid)
  })
})

describe('options', () => {
  const anything = () => new Response()
  it.each([
    ['https://hooks.example.com/', { secret: SECRET }, 'target'],
    [undefined, { secret: SECRET }, 'target'],
    [anything, undefined, 'options'],
    [anything, {}, 'secret'],
    [anything, { secret: '' }, 'secret'],
    [anything, { secret: SECRET, now: 'today' }, 'now'],
    [anything, { secret: SECRET, observe: 1 }, 'observe'],
    [anything, { secret: SECRET, patience: 0 }, 'patience'],
    [anything, { secret: SECRET, headerPrefix: 'Two words' }, 'headerPrefix'],
    [anything, { secret: SECRET, about: { id: '1' } }, 'about.id'],
    [anything, { secret: SECRET, about: { topic: 'invoice.created' } }, 'about.topic'],
    [anything, { secret: SECRET, about: { topic: 'core.invoice/create' } }, 'about.topic'],
    [anything, { secret: SECRET, about: { topic: 'core.bill/created' } }, 'about.object_type'],
    [anything, { secret: SECRET, observed: anything }, 'observed'],
  ])('%s, %j: %s', async (target, options, option) => {
    const call = checkReceiver(target as string, options as never)
    await expect(call).rejects.toThrow(expect.objectContaining({ name: 'OptionError', option }))
  })

  it('the prefix of the headers and the subject of the events', async () => {
    const seen: [Headers, string][] = []
    const receive = async (request: Request) => {
      seen.push([request.headers, await request.text()])
      return new Response(null, { status: 400 })
    }
    const about = { topic: 'core.bill/created', object_type: 'core.Bill', id: 42 }
    const report = await checkReceiver(receive, { secret: SECRET, headerPrefix: 'Acme', about })
    expect(report.findings).toMatchObject([{ rule: 'accept-genuine' }])
    expect(seen[0]?.[0].get('acme-webhook-signature-v1')).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.parse(seen[0]?.[1] ?? '')).toMatchObject({
      ...{ topic: about.topic, object_type: about.object_type },
      object: { id: 42 },
    })
  })

  it('does not freeze under fake timers', async () => {
    vi.useFakeTimers()
    cleanUp.push(() => vi.useRealTimers())
    const receiver = new HandmadeReceiver({ isSilent: true }, () => NOW)
    const report = await checkReceiver(receiver.receive, { secret: SECRET, now: NOW, patience: 50 })
    expect(report.findings).toMatchObject([{ rule: 'answer-quickly' }])
  })
})
