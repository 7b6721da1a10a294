import { createHmac } from 'node:crypto'
import { signWebhook, verifyWebhook } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { Office } from '../support/worlds/office'

/** docs/service.md §14.3. Signatures are judged by node:crypto, which the product does not use. */
const hmac = (secret: string, timestamp: number | string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')

const SECRET = 'whsec_demo'
const TIMESTAMP = 1767614400
const BODY =
  '{"event_id":"9fa90358-8e39-568f-9119-fd083b419e1a","api_version":"2026-06-27","topic":"core.invoice/updated","object_type":"core.Invoice","object":{"id":501},"webhook_uuid":"00000000-0000-4000-8000-000000000001","created_at":"2026-01-05T12:00:00Z"}'
const SIGNATURE = '5b1ff0f85a4e276f16cfa62a81dc523d34ecbc9ee680a00caa644f51f4ebf6cc'

describe('signWebhook', () => {
  it('gives the signature of the example, as node:crypto does', () => {
    expect(hmac(SECRET, TIMESTAMP, BODY)).toBe(SIGNATURE)
    expect(signWebhook({ secret: SECRET, timestamp: TIMESTAMP, body: BODY })).toBe(SIGNATURE)
  })

  it.each(['', 'ü', '\ud800', '{"a":1.0}', 'x'.repeat(100_000), '\u0000\r\n'])(
    '%j, as text and as bytes',
    (body) => {
      const expected = hmac('sécret', 7, body)
      expect(signWebhook({ secret: 'sécret', timestamp: 7, body })).toBe(expected)
      expect(signWebhook({ secret: 'sécret', timestamp: 7, body: new TextEncoder().encode(body) })).toBe(
        expected,
      )
    },
  )

  it.each([
    [{ secret: '', timestamp: 1, body: '' }, 'secret'],
    [{ secret: 's', timestamp: 1.5, body: '' }, 'timestamp'],
    [{ secret: 's', timestamp: Number.NaN, body: '' }, 'timestamp'],
  ])('%j is refused', (input, option) => {
    expect(() => signWebhook(input)).toThrow(expect.objectContaining({ name: 'OptionError', option }))
  })
})

describe('verifyWebhook', () => {
  const headers = {
    'Service-Webhook-Request-Timestamp': String(TIMESTAMP),
    'Service-Webhook-Signature-V1': SIGNATURE,
  }
  const now = TIMESTAMP * 1000
  const verify = (changed: Partial<Parameters<typeof verifyWebhook>[0]>) => {
    const checked = verifyWebhook({ secret: SECRET, body: BODY, headers, now, ...changed })
    return checked.ok ? 'ok' : checked.reason
  }

  it('gives the event', () => {
    expect(verifyWebhook({ secret: SECRET, body: BODY, headers, now })).toEqual({
      ok: true,
      event: JSON.parse(BODY),
    })
  })

  it.each(
    table(`
      seconds  tolerance | outcome
      0        -         | ok
      300      -         | ok
      -300     -         | ok
      301      -         | timestamp
      -301     -         | timestamp
      60       60        | ok
      61       60        | timestamp
      -61      60        | timestamp
      0        0         | ok
      1        0         | timestamp
    `),
  )('$seconds seconds later, tolerance $tolerance: $outcome', ({ seconds, tolerance, outcome }) => {
    const later = now + Number(seconds) * 1000
    const toleranceSeconds = tolerance === '-' ? 300 : Number(tolerance)
    expect(verify({ now: later, toleranceSeconds })).toBe(outcome)
    expect(verify({ now: () => later, toleranceSeconds })).toBe(outcome)
    expect(verify({ now: new Date(later), toleranceSeconds })).toBe(outcome)
  })

  const SPOILT: [string, Parameters<typeof verify>[0], string][] = [
    ['the body as bytes', { body: new TextEncoder().encode(BODY) }, 'ok'],
    ['Headers', { headers: new Headers(headers) }, 'ok'],
    ['names in lower case, as node:http has them', { headers: lower(headers) }, 'ok'],
    ['arrays of values', { headers: { ...headers, 'Service-Webhook-Signature-V1': [SIGNATURE] } }, 'ok'],
    ['another body', { body: BODY.replace('501', '502') }, 'signature'],
    ['the body written anew', { body: JSON.stringify(JSON.parse(BODY), null, 1) }, 'signature'],
    ['another secret', { secret: 'whsec_other' }, 'signature'],
    [
      'another timestamp',
      { headers: { ...headers, 'Service-Webhook-Request-Timestamp': '1767614401' } },
      'signature',
    ],
    [
      'a signature cut short',
      { headers: { ...headers, 'Service-Webhook-Signature-V1': SIGNATURE.slice(1) } },
      'signature',
    ],
    ['an empty signature', { headers: { ...headers, 'Service-Webhook-Signature-V1': '' } }, 'signature'],
    [
      'capitals',
      { headers: { ...headers, 'Service-Webhook-Signature-V1': SIGNATURE.toUpperCase() } },
      'signature',
    ],
    [
      'no signature',
      { headers: { ...headers, 'Service-Webhook-Signature-V1': undefined } },
      'missing-header',
    ],
    [
      'no timestamp',
      { headers: { ...headers, 'Service-Webhook-Request-Timestamp': undefined } },
      'missing-header',
    ],
    [
      'a timestamp that is no number',
      { headers: { ...headers, 'Service-Webhook-Request-Timestamp': 'soon' } },
      'missing-header',
    ],
    ['another prefix', { headerPrefix: 'Acme' }, 'missing-header'],
    ['both wrong: the signature comes first', { secret: 'whsec_other', now: 0 }, 'signature'],
    ['signed text that is no JSON', signed('no JSON'), 'body'],
    ['signed JSON that is no object', signed('null'), 'body'],
  ]
  it.each(SPOILT)('%s', (_, changed, outcome) => expect(verify(changed)).toBe(outcome))

  it('refuses an empty secret', () => expect(() => verify({ secret: '' })).toThrow('secret'))

  function signed(body: string) {
    return { body, headers: { ...headers, 'Service-Webhook-Signature-V1': hmac(SECRET, TIMESTAMP, body) } }
  }
  function lower(given: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
  }
})

describe('deliveries', () => {
  it.each(['Service', 'Acme'])('carry a signature over their exact bytes, prefix %s', async (prefix) => {
    const office = new Office({ webhooks: { headerPrefix: prefix } })
    const { uuid, secret } = await office.register()
    const arrived = office.receive(500, 500, 200)
    office.sell()
    await office.simulator.clock.advance('1 hour')
    const start = Date.parse('2026-01-15T09:00:00Z') / 1000
    expect(arrived.map(({ headers }) => headers.get(`${prefix}-Webhook-Request-Timestamp`))).toEqual(
      [0, 60, 180].map((seconds) => String(start + seconds)),
    )
    for (const { headers, body } of arrived) {
      const timestamp = headers.get(`${prefix}-webhook-request-timestamp`) ?? ''
      expect(headers.get(`${prefix}-webhook-signature-v1`)).toBe(hmac(secret, timestamp, body))
      expect(headers.get(`${prefix}-webhook-uuid`)).toBe(uuid)
      expect(headers.get('content-type')).toBe('application/json')
    }
    expect(office.attempts.map(({ request }) => request.body)).toEqual(arrived.map(({ body }) => body))
  })

  it('come from two addresses in turn', async () => {
    const office = new Office()
    await office.register()
    office.receive(200)
    for (let times = 0; times < 5; times += 1) office.sell()
    await office.simulator.webhooks.flush()
    const [one, two] = ['203.0.113.10', '203.0.113.11']
    expect(office.attempts.map(({ source_address }) => source_address)).toEqual([one, two, one, two, one])
  })

  it.each(
    table(`
      timestamps  | differs
      virtual     | no
      wall        | yes
    `),
  )('are signed at $timestamps time', async ({ timestamps, differs }) => {
    const office = new Office()
    const { secret } = await office.register()
    const seen: string[] = []
    office.simulator.webhooks.connect(
      'https://hooks.example.com/',
      async (request) => {
        const body = await request.text()
        const at = (now?: number) => {
          const checked = verifyWebhook({
            secret,
            body,
            headers: request.headers,
            ...(now !== undefined && { now }),
          })
          return checked.ok ? 'ok' : checked.reason
        }
        seen.push(at(), at(Date.parse(office.simulator.clock.now)))
        return new Response()
      },
      { timestamps: timestamps as 'virtual' | 'wall' },
    )
    office.sell()
    await office.simulator.webhooks.flush()
    expect(seen).toEqual(differs === 'yes' ? ['ok', 'timestamp'] : ['timestamp', 'ok'])
  })
})
