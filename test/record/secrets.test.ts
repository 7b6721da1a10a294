import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandOfPackage } from './recorder'

const { folder, recording, served } = commandOfPackage()
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** A call of the table. Its secret stands for SECRET, percent-encoded for ENCODED, within JSON for ESCAPED. */
interface Call {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly answer?: string
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** The client goes away within its body, or the service within its answer. */
  readonly isCut?: 'request' | 'answer'
}

const of = (name: string): Call => ({ body: `{"${name}":"SECRET"}` })
const inHeader = (name: string): Call => ({ headers: { [name]: 'SECRET' } })
const asked = (search: string): Call => ({ path: `/x${search}` })
const form = (body: string): Call => ({ body })
const echoed = (headers: Readonly<Record<string, string>>, answer = 'seen: SECRET'): Call => ({
  headers,
  answer,
})
const PART = '--b\r\nContent-Disposition: form-data; name='

const CALLS: readonly Call[] = [
  // Names of members.
  ...['accessToken', 'clientSecret', 'signing_secret', 'webhook_secret', 'secret_key', 'private_key'].map(of),
  ...['id_token', 'authorization', 'apiKey', 'APIKEY', 'newPassword', 'passwordHash', 'api-key-2'].map(of),
  { body: '{"secrets":["SECRET",{"a":["SECRET"]}],"token":{"value":"SECRET"}}' },
  { body: '{"nested":"{\\"password\\":\\"SECRET\\\\\\\\\\\\\\"SECRET\\",\\"a\\":1}","note":"\\""}' },
  { body: '{"password":"a\\\\\\"SECRET"}' },
  { body: '{ "password" :\n "SECRET" }' },
  // Names of parameters.
  ...['?auth=SECRET', '?access_key=SECRET', '?sessionid=SECRET', '?a=1&auth_token=SECRET'].map(asked),
  ...['?id_token=SECRET', '?client%5Fsecret=SECRET', ';jsessionid=SECRET', '?user[password]=SECRET'].map(
    asked,
  ),
  ...['?next=https%3A%2F%2Fa.test%2F%3Ftoken%3DSECRET%26a%3D1', '?X-Amz-Signature=SECRET'].map(asked),
  { path: '/callback?code=SECRET&state=1' },
  ...['refresh_token=SECRET', 'grant_type=authorization_code&code=SECRET', 'a=1&client%5fsecret=ENCODED'].map(
    form,
  ),
  ...[
    `${PART}"password"\r\n\r\nSECRET\r\n--b--`,
    `${PART}token\r\nContent-Type: text/plain\r\n\r\nSECRET`,
  ].map(form),
  { answerHeaders: { location: 'https://a.test/#access_token=SECRET&b=1' } },
  { answer: '{"next":"https://a.test/?b=1\\u0026token=SECRET"}' },
  // Names of headers.
  ...['ocp-apim-subscription-key', 'x-access-key', 'x-functions-key', 'x-jwt-assertion'].map(inHeader),
  ...['x-hub-signature-256', 'x-hub-signature', 'service-webhook-signature-v1', 'x-session'].map(inHeader),
  // Bodies that end within a secret.
  { body: '{"password":"SECRET', isCut: 'request' },
  { body: '{"password":"SECRET\\', isCut: 'request' },
  { answer: '{"password":"SECRET', isCut: 'answer' },
  { answer: '{"secrets":["a","SECRET', isCut: 'answer' },
  { headers: { 'x-api-key': 'SECRET' }, answer: '{"seen":"HALF', isCut: 'answer' },
  // What a header or a body tells, and stands elsewhere in another form.
  ...['SECRET', 'Bearer SECRET', 'Token token="SECRET"', 'Token token=SECRET, a="b"'].map((authorization) =>
    echoed({ authorization }),
  ),
  echoed({ authorization: `Basic ${btoa('user:the-password-of-a-user')}` }, 'seen: the-password-of-a-user'),
  ...['SECRET', 'ENCODED', 'ESCAPED'].flatMap((answer) => [
    echoed({ 'x-api-key': 'SECRET' }, answer),
    echoed({ 'x-auth-token': 'Bearer SECRET' }, answer),
    { body: '{"password":"ESCAPED"}', answer },
    { body: 'password=ENCODED', answer },
  ]),
  { path: '/e/ENCODED/', headers: { 'x-api-key': 'SECRET' } },
  { headers: { 'x-api-key': 'SECRET' }, body: 'a=ENCODED' },
]

describe('no secret reaches the disk', { timeout: 120_000 }, () => {
  test('whatever the name of its member, parameter or header, and in whatever form', async () => {
    const filled = CALLS.map((call, row) => {
      const secret = `Se${row}kr+et/of-${row}==row`
      const half = `Se${row}kr+et/`
      const forms = {
        SECRET: secret,
        ENCODED: encodeURIComponent(secret),
        ESCAPED: secret.replaceAll('/', '\\/'),
        HALF: half,
      }
      return JSON.parse(
        JSON.stringify(call).replace(/SECRET|ENCODED|ESCAPED|HALF/g, (name) =>
          name === 'ESCAPED' ? JSON.stringify(forms.ESCAPED).slice(1, -1) : forms[name as keyof typeof forms],
        ),
      ) as Call
    })
    const to = await served((incoming, outgoing) => {
      const { answer = '', answerHeaders, isCut } = filled[Number(incoming.headers['x-row'])] ?? {}
      incoming.resume()
      for (const [name, value] of Object.entries(answerHeaders ?? {})) outgoing.setHeader(name, value)
      if (isCut === 'request') return
      if (isCut === 'answer') outgoing.write(answer, () => outgoing.destroy())
      else incoming.on('end', () => outgoing.end(answer))
    })
    const recorder = await recording(['--to', to, '--file', 'table.jsonl'])
    for (const [row, { path = '/x', headers, body = '', isCut }] of filled.entries()) {
      const sent = request(`${recorder.url}${path}`, {
        method: 'POST',
        headers: { 'idempotency-key': `order-${row}`, ...headers, 'x-row': String(row) },
      })
      const over = new Promise((resolve) => sent.on('close', resolve))
      sent.on('error', () => undefined)
      sent.on('response', (answer) => answer.on('error', () => undefined).resume())
      if (isCut === 'request') sent.write(body, () => setTimeout(() => sent.destroy(), 50))
      else sent.end(body)
      await over
    }
    recorder.child.kill('SIGTERM')
    await recorder.ended
    const lines = read('table.jsonl').trim().split('\n')
    expect(lines).toHaveLength(CALLS.length)
    const written = [...lines, ...recorder.printed.out.split('\n')]
    expect(written.filter((line) => /Se\d+kr|the-password-of/.test(line))).toEqual([])
    // Replay needs these.
    const idempotencyKeys = lines.map((line) => JSON.parse(line).request.headers['idempotency-key'])
    expect(idempotencyKeys).toEqual(CALLS.map((_, row) => `order-${row}`))
  })

  test('wherever it stands later', async () => {
    const secrets = [
      ...['an-api-key-of-theirs', 'Bearer-of-a-token', 'session-of-a-browser', 'whsec_of_a_webhook'],
      ...['a-token-in-a-header', 'a-password-in-a-body', 'a-key-in-the-address', 'a-cookie-that-is-set'],
    ] as const
    const [key, bearer, cookie, webhook, header, password, parameter, set] = secrets
    const to = await served((_, outgoing) => {
      const body = { secret: webhook, echo: `${key} ${bearer} ${cookie} ${header} ${password} ${parameter}` }
      outgoing.setHeader('set-cookie', `sid=${set}; Path=/; HttpOnly`)
      outgoing.setHeader('x-echo', `${key}, ${set}`)
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    const recorder = await recording(['--to', to, '--file', 'secrets.jsonl'])
    const headers = {
      'x-api-key': key,
      authorization: `Bearer ${bearer}`,
      cookie: `theme=dark; sid=${cookie}`,
      'x-auth-token': header,
    }
    const body = JSON.stringify({ password, note: 'kept' })
    const asked = request(`${recorder.url}/public/v1/x/?api_key=${parameter}&limit=1`, {
      method: 'POST',
      headers,
    })
    const [answer] = await once(asked.end(body), 'response')
    let seen = ''
    for await (const part of answer) seen += part
    // The client gets them all.
    expect(seen).toContain(`${key} ${bearer} ${cookie}`)
    recorder.child.kill('SIGTERM')
    await recorder.ended
    const text = read('secrets.jsonl') + recorder.printed.out
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    const { request: kept } = JSON.parse(read('secrets.jsonl'))
    expect(kept.headers).toMatchObject({ 'x-api-key': 'key-1', 'x-auth-token': 'redacted' })
    expect(kept.body).toBe('{"password":"redacted","note":"kept"}')
    expect(kept.url).toBe(`${to}/public/v1/x/?api_key=redacted&limit=1`)
  })

  test('a key that begins another is told from it, and what is no secret stays as it was', async () => {
    const body =
      '{"amount":10.00,"postal_code":"1234","tax":{"code":"VAT"},"tokens_used":12,"secret":null,"token":7}'
    const to = await served((_, outgoing) => outgoing.end('sk-live-12, sk-live-1'))
    const recorder = await recording(['--to', to, '--file', 'kept.jsonl'])
    for (const key of ['sk-live-1', 'sk-live-12'])
      await fetch(`${recorder.url}/public/v1/x/?code=VAT&key_word=a`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'idempotency-key': 'order-1' },
        body,
      })
    recorder.child.kill('SIGTERM')
    await recorder.ended
    const last = JSON.parse(read('kept.jsonl').trim().split('\n')[1] ?? '')
    expect(last.response.body).toBe('key-2, key-1')
    expect(last.request.url).toBe(`${to}/public/v1/x/?code=VAT&key_word=a`)
    expect(last.request.body).toBe(body.replace('"token":7', '"token":"redacted"'))
    expect(last.request.headers).toMatchObject({ 'x-api-key': 'key-2', 'idempotency-key': 'order-1' })
  })
})
