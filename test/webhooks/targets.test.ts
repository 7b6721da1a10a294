import { isOptionError, signWebhook, type VerifyOptions, verifyWebhook } from 'accounting-simulator'
import { describe, expect, it, test } from 'vitest'
import { addressOn, isLoopbackUrl, Targets } from '../../src/service/webhooks/targets'

const receiver = () => new Response(null)
const other = () => new Response(null)

// biome-ignore format: a table
test.each<[url: unknown, isLoopback: boolean]>([
  ['http://127.0.0.1',            true],
  ['http://127.10.200.3:3000/a',  true],
  ['http://localhost/',           true],
  ['http://localhost:80',         true],
  ['http://[::1]:3000/hooks',     true],
  ['xhttp://127.0.0.1',           false],
  ['http://localhost.example/',   false],
  ['http://localhost:99999',      false],
  ['https://127.0.0.1/',          false],
  [['http://127.0.0.1'],          false],
])('%s is a loopback URL: %s', (url, isLoopback) => expect(isLoopbackUrl(url)).toBe(isLoopback))

describe('the receivers of deliveries', () => {
  it('are told with the latest first, and forgotten when they are disconnected', () => {
    const targets = new Targets()
    expect(targets.all).toEqual([])
    const disconnect = targets.connect('https://a.example', receiver)
    targets.connect('https://b.example/x', other, { timestamps: 'wall' })
    const first = {
      prefix: 'https://a.example/',
      receiver,
      timestamps: 'virtual',
      mayThrow: false,
      isSuccessor: false,
    }
    const second = {
      prefix: 'https://b.example/x',
      receiver: other,
      timestamps: 'wall',
      mayThrow: false,
      isSuccessor: false,
    }
    expect(targets.all).toEqual([second, first])
    disconnect()
    expect(targets.all).toEqual([second])
  })

  it('are successors for as long as another one was there before', () => {
    const targets = new Targets()
    const connected = (one: () => Response, prefix = 'https://a.example/') => {
      targets.connect(prefix, one)
      return targets.all[0]?.isSuccessor
    }
    expect([connected(receiver), connected(receiver)]).toEqual([false, false])
    expect(connected(other, 'https://b.example/')).toBe(false)
    expect([connected(other), connected(other)]).toEqual([true, true])
    expect(targets.all.map(({ prefix }) => prefix)).toEqual(['https://a.example/', 'https://b.example/'])
  })

  it('are found by the longest prefix, else by the latest rule that holds', () => {
    const targets = new Targets()
    const whole = () => new Response(null)
    const rule = (url: string) => url.includes('c.example')
    targets.connect('https://a.example/hooks/', receiver)
    targets.connect('https://a.example/', whole)
    targets.connect(rule, other)
    const receiverOf = (url: string) => targets.find(url)?.receiver
    expect(receiverOf('https://a.example/hooks/1')).toBe(receiver)
    expect(receiverOf('https://a.example/other')).toBe(whole)
    expect(receiverOf('https://c.example/')).toBe(other)
    expect(receiverOf('https://d.example/')).toBe(undefined)
  })

  it('of a copy do not change with the others', () => {
    const targets = new Targets()
    targets.connect('https://a.example/', receiver)
    const copy = targets.copy()
    targets.connect('https://b.example/', receiver)
    expect([copy.all.length, targets.all.length]).toEqual([1, 2])
  })

  it.each<[option: string, prefix: unknown, target: unknown, options: unknown]>([
    ['prefix', 'no URL', receiver, undefined],
    ['prefix', { href: 'https://a.example/' }, receiver, undefined],
    ['prefix', ['https://a.example/'], receiver, undefined],
    ['target', 'https://a.example/', 'https://b.example/', undefined],
    ['timestamps', 'https://a.example/', receiver, { timestamps: 'real' }],
    ['timestamp', 'https://a.example/', receiver, { timestamp: 'wall' }],
  ])('%s: %o is refused', (option, prefix, target, options) => {
    const targets = new Targets()
    const error = thrownBy(() => targets.connect(prefix as string, target as string, options as object))
    expect(isOptionError(error) && error.option).toBe(option)
    expect(targets.all).toEqual([])
  })

  // biome-ignore format: a table
  it.each<[prefix: string, isTaken: boolean]>([
    ['https://a.example/x?topics=*',    true],
    ['https://a.example/x?of=a/*',      true],
    ['https://a.example/x#*',           true],
    ['https://a.example/a*b/hooks',     true],
    ['https://a.example/a*/hooks?all',  true],
    ['https://a.example/x?of=/*/',      true],
    ['https://a.example/*/hooks?all',   false],
    ['https://a.example/v1/**/hooks',   false],
    ['https://a.example/*',             false],
    ['https://a.example/hooks/**',      false],
    ['https://a.example/hooks*',        false],
    ['https://a.example/hooks/*?all',   false],
    ['https://*.example/',              false],
    ['https://*.example?topics',        false],
  ])('at %s, a * is no wildcard: %s', (prefix, isTaken) => {
    const targets = new Targets()
    const connect = () => targets.connect(prefix, receiver)
    if (!isTaken) return expect(connect).toThrow('no wildcard: every URL that begins so is meant')
    connect()
    expect(targets.find(`${prefix}1`)?.receiver).toBe(receiver)
  })

  // biome-ignore format: a table
  it.each([
    ['http://localhost:3000',    'https://a.example/',      'https://a.example/',         'http://localhost:3000'],
    ['http://localhost:3000',    'https://a.example/',      'https://a.example/?a=1',     'http://localhost:3000?a=1'],
    ['http://localhost:3000',    'https://a.example/',      'https://a.example/#b',       'http://localhost:3000#b'],
    ['http://localhost:3000/',   'https://a.example/',      'https://a.example/x/y',      'http://localhost:3000/x/y'],
    ['http://localhost:3000',    'https://a.example/hooks', 'https://a.example/hooks/x?', 'http://localhost:3000/x?'],
    ['http://localhost:3000',    'https://a.example/hooks', 'https://a.example/hooks/x#', 'http://localhost:3000/x#'],
    ['http://localhost:3000/a/', 'https://a.example/hooks', 'https://a.example/hooks/x/y', 'http://localhost:3000/a/x/y'],
  ])('at %s for %s: %s goes to %s', (server, prefix, url, address) => {
    const targets = new Targets()
    targets.connect(prefix, server)
    expect(addressOn(server, targets.find(url) as never, url)).toBe(address)
  })

  it('keep path and query under a rule', () => {
    const targets = new Targets()
    targets.connect(() => true, 'http://localhost:3000')
    const [target] = targets.all
    expect(addressOn('http://localhost:3000', target as never, 'https://a.example/x?y=1')).toBe(
      'http://localhost:3000/x?y=1',
    )
  })
})

/** docs/service.md §14.3 */
describe('the check of a signature', () => {
  const secret = 'whsec_1'
  const signed = (timestamp: string, body: string, number = Number(timestamp)): VerifyOptions => ({
    ...{ secret, body, now: 1_768_467_600_000 },
    headers: {
      'Service-Webhook-Signature-V1': signWebhook({ secret, timestamp: number, body }),
      'Service-Webhook-Request-Timestamp': timestamp,
    },
  })
  const verdictOn = (options: VerifyOptions): string => {
    const checked = verifyWebhook(options)
    return checked.ok ? 'ok' : checked.reason
  }

  // biome-ignore format: a table
  it.each([
    ['1768467600',    '{}',     'ok'],
    [' 1768467600',   '{}',     'missing-header'],
    ['1768467600 ',   '{}',     'missing-header'],
    ['1768467600',    'null',   'body'],
    ['1768467600',    '7',      'body'],
    ['1768467600',    'no JSON', 'body'],
    ['1768467901',    '{}',     'timestamp'],
    ['1768467300',    '{}',     'ok'],
  ])('at "%s", of %s: %s', (timestamp, body, verdict) => expect(verdictOn(signed(timestamp, body))).toBe(verdict))

  it('needs both headers, and every letter of the signature', () => {
    const { headers, ...options } = signed('1768467600', '{}')
    const { 'Service-Webhook-Request-Timestamp': _, ...withoutTime } = headers as Record<string, string>
    const signature = withoutTime['Service-Webhook-Signature-V1'] as string
    expect(verdictOn({ ...options, headers: withoutTime })).toBe('missing-header')
    for (const wrong of [signature.slice(0, -1), `${signature}0`, `${signature.slice(0, -1)}!`])
      expect(verdictOn({ ...options, headers: { ...headers, 'Service-Webhook-Signature-V1': wrong } })).toBe(
        'signature',
      )
  })

  it.each<[option: string, wrong: object]>([
    ['secret', { secret: '' }],
    ['body', { body: { a: 1 } }],
    ['headers', { headers: null }],
    ['headers', { headers: 'text' }],
    ['toleranceSeconds', { toleranceSeconds: -1 }],
    ['toleranceSeconds', { toleranceSeconds: '300' }],
    ['options.tolerance', { tolerance: 300 }],
  ])('%s: %o is refused', (option, wrong) => {
    const error = thrownBy(() => verifyWebhook({ ...signed('1768467600', '{}'), ...wrong } as VerifyOptions))
    expect(isOptionError(error) && error.option).toMatch(new RegExp(`(^|\\.)${option}$`))
  })

  it('a tolerance of 0 lets only this second pass', () => {
    expect(verdictOn({ ...signed('1768467600', '{}'), toleranceSeconds: 0 })).toBe('ok')
    expect(verdictOn({ ...signed('1768467599', '{}'), toleranceSeconds: 0 })).toBe('timestamp')
  })
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
