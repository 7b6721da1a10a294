import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Client, type ClientOptions } from '../../examples/invoice-sync/client'
import { readCsv } from '../../examples/invoice-sync/csv'
import { amount, cents, total } from '../../examples/invoice-sync/money'
import { ServiceError } from '../../examples/invoice-sync/service-error'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

describe('client', () => {
  const url = 'https://service.test/records/'

  test.each([
    [
      'asked to wait 7 seconds',
      () => new Response('', { status: 429, headers: { 'Retry-After': '7' } }),
      [7000],
    ],
    ['failure of the service', () => refusal(503), [500]],
    ['write still in progress', () => refusal(409), [500]],
    ['broken connection', () => HttpResponse.error(), [500]],
    ['half an answer', () => new Response('{"number": 1', { status: 200 }), [500]],
  ])('tries again after: %s', async (_, firstAnswer, expectedPauses) => {
    const { client, pauses } = scripted()
    const keys: (string | null)[] = []
    server.use(
      http.post(url, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length === 1 ? firstAnswer() : HttpResponse.json({ number: 1 })
      }),
    )
    expect(await client.post('/records/', {}, 'record-1')).toEqual({ number: 1 })
    expect(keys).toEqual(['record-1', 'record-1'])
    expect(pauses).toEqual(expectedPauses)
  })

  test('doubles its pauses and gives up after the last try', async () => {
    const { client, pauses } = scripted({ tries: 5 })
    server.use(http.get(url, () => refusal(500)))
    await expect(client.get('/records/')).rejects.toThrow('GET /records/ answered 500: No')
    expect(pauses).toEqual([500, 1000, 2000, 4000])
  })

  test('takes any other refusal for an answer', async () => {
    const { client, pauses } = scripted()
    server.use(http.get(url, () => refusal(404)))
    await expect(client.get('/records/')).rejects.toBeInstanceOf(ServiceError)
    expect(pauses).toEqual([])
  })

  test('lets nobody else through while it waits', async () => {
    const { client, log } = scripted()
    server.use(
      http.get(url, ({ request }) => {
        const name = new URL(request.url).searchParams.get('name') ?? ''
        const isRetry = log.includes(`sent ${name}`)
        log.push(`sent ${name}`)
        return isRetry || name === 'late' ? HttpResponse.json({}) : refusal(503)
      }),
    )
    const early = ['a', 'b', 'c'].map((name) => client.get('/records/', { name }))
    await expect.poll(() => log.includes('pause')).toBe(true)
    await Promise.all([...early, client.get('/records/', { name: 'late' })])
    const inOrder = ['pause', 'sent a', 'pause', 'sent b', 'pause', 'sent c', 'sent late']
    expect(log.slice(0, 3).sort()).toEqual(['sent a', 'sent b', 'sent c'])
    expect(log.slice(3)).toEqual(inOrder)
  })

  test('repeats nothing before the requests under way are answered', async () => {
    const { client, log } = scripted()
    let answerSlowly = (): void => undefined
    const slowAnswer = new Promise<void>((resolve) => {
      answerSlowly = resolve
    })
    server.use(
      http.get(url, async ({ request }) => {
        const name = new URL(request.url).searchParams.get('name')
        const isRetry = log.includes(`sent ${name}`)
        log.push(`sent ${name}`)
        if (name === 'quick') return isRetry ? HttpResponse.json({}) : refusal(503)
        await slowAnswer
        log.push('answered slow')
        return HttpResponse.json({})
      }),
    )
    const calls = ['slow', 'quick'].map((name) => client.get('/records/', { name }))
    await expect.poll(() => log).toContain('sent quick')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(log).toHaveLength(2)
    answerSlowly()
    await Promise.all(calls)
    expect(log.slice(2)).toEqual(['answered slow', 'pause', 'sent quick'])
  })

  test.each([
    ['an object with items', (items: number[]) => ({ items, count: 4 }), 4, 2],
    ['a bare array', (items: number[]) => items, 6, 3],
    ['a last page that is full', (items: number[]) => items, 5, 3],
  ])('reads a list page by page, each joined to the one before: %s', async (_, body, size, requests) => {
    const { client } = scripted({ pageSize: 3 })
    const records = Array.from({ length: size }, (_, index) => index)
    let asked = 0
    server.use(
      http.get(url, ({ request }) => {
        asked += 1
        const query = new URL(request.url).searchParams
        const offset = Number(query.get('offset'))
        return HttpResponse.json(body(records.slice(offset, offset + Number(query.get('limit')))))
      }),
    )
    expect(await client.list('/records/')).toEqual(records)
    expect(asked).toBe(requests)
  })

  test.each([
    ['something is gone from the front', (records: number[]) => records.shift()],
    ['something has come in at the front', (records: number[]) => records.unshift(-1)],
  ])('reads a list anew when %s between two pages', async (_, move) => {
    const { client } = scripted({ pageSize: 3 })
    const records = Array.from({ length: 5 }, (_, number) => number)
    let asked = 0
    server.use(
      http.get(url, ({ request }) => {
        asked += 1
        if (asked === 2) move(records)
        const offset = Number(new URL(request.url).searchParams.get('offset'))
        return HttpResponse.json(records.slice(offset, offset + 3).map((number) => ({ number })))
      }),
    )
    expect(await client.list('/records/')).toEqual(records.map((number) => ({ number })))
  })

  test('gives up a list that never stands still', async () => {
    const { client } = scripted({ pageSize: 2 })
    let number = 0
    server.use(http.get(url, () => HttpResponse.json([{ number: ++number }, { number: ++number }])))
    await expect(client.list('/records/')).rejects.toThrow('changes faster than it can be read')
  })

  test('asks for the current key when its own is refused, and goes on with that', async () => {
    const { client, pauses } = scripted({ currentKey: async () => 'new key' })
    const keys: (string | null)[] = []
    server.use(
      http.get(url, ({ request }) => {
        const key = request.headers.get('X-API-KEY')
        keys.push(key)
        return key === 'new key' ? HttpResponse.json({}) : refusal(403)
      }),
    )
    await client.get('/records/')
    await client.get('/records/')
    expect(keys).toEqual(['key', 'new key', 'new key'])
    expect(pauses).toEqual([0])
  })

  test('takes a refused key for an answer when there is no other', async () => {
    const { client } = scripted()
    server.use(http.get(url, () => refusal(403)))
    await expect(client.get('/records/')).rejects.toMatchObject({ status: 403 })
  })

  test.each([
    [101, 'at most 100'],
    [1, 'nothing to join'],
  ])('refuses pages of %i', (pageSize, message) => {
    expect(() => scripted({ pageSize })).toThrow(message)
  })
})

test.each([
  ['0', '0.00'],
  ['12.5', '12.50'],
  ['-0.05', '-0.05'],
  ['90071992547409931.01', '90071992547409931.01'],
])('money: %s is %s', (text, expected) => {
  expect(amount(cents(text))).toBe(expected)
})

test('money: a thousand times ten cents are a hundred', () => {
  expect(amount(total(Array.from({ length: 1000 }, () => cents('0.10'))))).toBe('100.00')
})

test.each(['', '1,5', '1.234', '1e3', ' 1', 'NaN'])('money: "%s" is none', (text) => {
  expect(() => cents(text)).toThrow('not an amount of money')
})

describe('csv', () => {
  test.each([
    [
      'plain cells',
      'a,b\n1,2\n3,4\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['no final line break', 'a,b\n1,2', [['1', '2']]],
    ['an empty last cell at the end', 'a,b\n1,', [['1', '']]],
    ['commas, quotes and line breaks in quotes', 'a,b\r\n"x, ""y""","1\n2"\r\n', [['x, "y"', '1\n2']]],
    ['a byte order mark', '\uFEFFa,b\n1,2\n', [['1', '2']]],
    ['only the header', 'a,b\n', []],
  ])('reads %s', (_, text, expected) => {
    expect(readCsv(text, ['a', 'b']).map(({ a, b }) => [a, b])).toEqual(expected)
  })

  test.each([
    ['another column', 'a,c\n1,2\n', 'should be a,b but are a,c'],
    ['a missing cell', 'a,b\n1\n', 'row 2 has 1 cells'],
    ['text after a quoted cell', 'a,b\n"1"x,2\n', 'row 2 is not readable'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readCsv(text, ['a', 'b'])).toThrow(message)
  })
})

function scripted(options: Partial<ClientOptions> = {}) {
  const pauses: number[] = []
  const log: string[] = []
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds)
    log.push('pause')
  }
  const client = new Client({ baseUrl: 'https://service.test', apiKey: 'key', sleep, ...options })
  return { client, pauses, log }
}

function refusal(status: number) {
  return HttpResponse.json({ success: false, errors: { __all__: ['No'] } }, { status })
}
