import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageRequests } from '../../src/hosts/storybook/page-requests'
import { storyOf } from '../../src/hosts/storybook/story-mark'

const SERVICE = 'https://accounting.test/public/v1/invoices/'

/** What the page sent, in the place of the worker. It answers when it is told to. */
let sent: Request[] = []
let answer: (response: Response) => void = () => undefined
let leave: () => void = () => undefined

class FakeXhr {
  opened = ''
  aborted = false
  open(_method: string, url: string): void {
    this.opened = url
  }
  send(): void {}
  abort(): void {
    this.aborted = true
  }
  addEventListener(): void {}
}

beforeEach(() => {
  sent = []
  vi.stubGlobal('document', { baseURI: 'https://book.test/' })
  vi.stubGlobal('XMLHttpRequest', class extends FakeXhr {})
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    leave = listener
  })
  vi.stubGlobal('fetch', (input: Request, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push(request)
    return new Promise((resolve, reject) => {
      answer = resolve
      if (request.signal.aborted) reject(request.signal.reason)
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function begun(): PageRequests {
  const requests = new PageRequests(({ origin }) => origin === 'https://accounting.test')
  requests.begin()
  return requests
}

const HOW = { method: 'POST', headers: { 'x-api-key': 'k' }, body: '{"memo":"é"}' }

describe('a request to the service', () => {
  test.each<[string, () => Promise<Response>]>([
    ['an address and options', () => fetch(SERVICE, HOW)],
    ['a URL and options', () => fetch(new URL(SERVICE), HOW)],
    ['a Request', () => fetch(new Request(SERVICE, HOW))],
    [
      'a Request and options',
      () => fetch(new Request(SERVICE, { ...HOW, method: 'PUT' }), { method: 'POST' }),
    ],
    ['an address and a Request', () => fetch(SERVICE, new Request('https://elsewhere.test/', HOW))],
  ])('from %s is sent as it is, with the number of its story', async (_, ask) => {
    begun()
    const asked = ask()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const [request] = sent as [Request]
    expect([request.method, request.headers.get('x-api-key'), await request.text()]).toEqual([
      'POST',
      'k',
      HOW.body,
    ])
    expect(request.url).toMatch(new RegExp(`^${SERVICE}#`))
    expect(storyOf(request.url)).toBe(1)
    answer(new Response('there'))
    expect(await (await asked).text()).toBe('there')
  })

  test('to another service is left alone', () => {
    begun()
    void fetch('https://elsewhere.test/#top')
    expect(sent.map(({ url }) => url)).toEqual(['https://elsewhere.test/#top'])
  })

  test('that is under way fails when its story ends', async () => {
    const requests = begun()
    const asked = expect(fetch(SERVICE)).rejects.toThrow('Failed to fetch: the story has ended')
    const xhr = new XMLHttpRequest() as unknown as FakeXhr
    xhr.open('GET', SERVICE)
    xhr.send()
    await requests.end()
    await asked
    expect(xhr.aborted).toBe(true)
  })

  test('fails between two stories, and the user is told why', async () => {
    const requests = begun()
    await requests.end()
    await expect(fetch(SERVICE)).rejects.toThrow('the story has ended')
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining(`GET ${SERVICE} fails`))
    requests.begin()
    const xhr = new XMLHttpRequest() as unknown as FakeXhr
    xhr.open('GET', SERVICE)
    expect(storyOf(xhr.opened)).toBe(2)
  })

  test('fails without a warning once the page is being left, in a story that begins then, too', async () => {
    const requests = begun()
    leave()
    requests.begin()
    await expect(fetch(SERVICE)).rejects.toThrow('Failed to fetch')
    expect(console.warn).not.toHaveBeenCalled()
    const xhr = new XMLHttpRequest() as unknown as FakeXhr
    xhr.open('GET', SERVICE)
    expect(xhr.opened).toBe('blob:null/left')
  })
})
