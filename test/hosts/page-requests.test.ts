import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageRequests } from '../../src/hosts/storybook/page-requests'
import { markedAddress, NOWHERE, storyMarkOf } from '../../src/hosts/storybook/story-mark'

const SERVICE = 'https://accounting.test/public/v1/invoices/'

/** What the page sent, in the place of the worker. It answers when it is told to. */
let sent: Request[] = []
let answer: (response: Response) => void = () => undefined
let fail: (error: Error) => void = () => undefined
let leave: () => void = () => undefined
/** What was answered in the page itself. */
let answered: Request[] = []

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
  answered = []
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
      fail = reject
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

const notBegun = (): PageRequests =>
  new PageRequests({
    takes: ({ origin }) => origin === 'https://accounting.test',
    answer: async (request) => {
      answered.push(request)
      return new Response('by the page')
    },
  })

function begun(): PageRequests {
  const requests = notBegun()
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
  ])('from %s is sent as it is, to nowhere, with the mark of its story', async (_, ask) => {
    const { story } = begun()
    const asked = ask()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const [request] = sent as [Request]
    expect([request.method, request.headers.get('x-api-key'), await request.text()]).toEqual([
      'POST',
      'k',
      HOW.body,
    ])
    expect(request.url).toMatch(/^https:\/\/accounting\.test\.invalid\/public\/v1\/invoices\/#/)
    expect(storyMarkOf(request.url)).toEqual({ story, number: 1, url: SERVICE })
    answer(new Response('there'))
    const response = await asked
    expect([response.url, response.clone().url, await response.text()]).toEqual([SERVICE, SERVICE, 'there'])
    expect(answered).toEqual([])
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
    const { story: ended } = requests
    requests.begin()
    const xhr = new XMLHttpRequest() as unknown as FakeXhr
    xhr.open('GET', SERVICE)
    expect(storyMarkOf(xhr.opened)).toMatchObject({ story: requests.story, url: SERVICE })
    expect(requests.story).not.toBe(ended)
  })

  test('fails before the first story', async () => {
    notBegun()
    await expect(fetch(SERVICE)).rejects.toThrow('Failed to fetch')
    const xhr = new XMLHttpRequest() as unknown as FakeXhr
    xhr.open('GET', SERVICE)
    expect([sent, xhr.opened]).toEqual([[], 'blob:null/left'])
    expect(console.warn).toHaveBeenCalledTimes(2)
  })

  test('is answered in the page if the worker has lost it, and only then', async () => {
    const requests = begun()
    const lost = fetch(SERVICE, HOW)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    fail(new TypeError('Failed to fetch'))
    expect(await (await lost).text()).toBe('by the page')
    expect(await answered[0]?.text()).toBe(HOW.body)
    const failed = expect(fetch(SERVICE)).rejects.toThrow('Failed to fetch')
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    const refused = Promise.reject(new TypeError('Failed to fetch'))
    refused.catch(() => undefined)
    requests.arrived(2, refused)
    fail(new TypeError('Failed to fetch'))
    await failed
    const given = fetch(SERVICE)
    await vi.waitFor(() => expect(sent).toHaveLength(3))
    requests.arrived(3, Promise.resolve(new Response('lost by the worker')))
    fail(new TypeError('Failed to fetch'))
    expect(await (await given).text()).toBe('lost by the worker')
    expect(answered).toHaveLength(1)
  })

  test('is told apart from one of another frame', () => {
    expect(begun().story).not.toBe(begun().story)
  })

  // biome-ignore format: a table
  test.each([
    ['https://accounting.test/a/?x=1',  'https://accounting.test.invalid/a/?x=1'],
    ['http://localhost:4000/a/',        'https://localhost.invalid:4000/a/'],
    ['http://127.0.0.1:4000/a/',        'https://127.0.0.1.invalid:4000/a/'],
    ['http://[::1]:4000/a/',            'https://---1-.invalid:4000/a/'],
  ])('%s is asked for at %s', (url, address) => {
    const sent = markedAddress(new URL(url), 'page 1', 7)
    expect(sent.replace(/#.*/, '')).toBe(address)
    expect(NOWHERE.test(sent)).toBe(true)
    expect(storyMarkOf(sent)).toEqual({ story: 'page 1', number: 7, url })
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
