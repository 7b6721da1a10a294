import { pathToFileURL } from 'node:url'
import { createSimulator } from 'accounting-simulator'
import { type ServeOptions, type SimulatorServer, serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it } from 'vitest'
import { INSPECTOR_PAGE, uiResponse } from '../../src/hosts/node/ui'

let server: SimulatorServer | undefined
afterEach(() => server?.close())

async function page(path: string, headers: Record<string, string> = {}, options: ServeOptions = {}) {
  server = await serve(createSimulator(), { controls: true, ui: true, ...options })
  const response = await fetch(server.url + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the page of the inspector', () => {
  it('is a page of its own origin only, which nobody may frame', async () => {
    const { status, headers, text } = await page('/__simulator/ui/')
    expect(status).toBe(200)
    expect(text).toContain('<script type="module" src="page.js">')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it.each([
    ['/__simulator/ui', 302, ''],
    ['/__simulator/ui/page.js', 200, "import './inspector.js'"],
    ['/__simulator/ui/page.css', 200, 'accounting-simulator-inspector'],
    ['/__simulator/ui/node.js', 404, 'there is no'],
    ['/__simulator/ui/..%2Fnode.ts', 404, 'there is no'],
    ['/__simulator/ui/chunk-none.js', 404, 'there is no'],
    ['/__simulator/clock', 200, '"now"'],
  ])('%s: %i', async (path, status, text) => {
    expect(await page(path)).toMatchObject({ status, text: expect.stringContaining(text) })
  })

  it.each([
    ['9.1', 200, /^\{"text":"### 9\.1 /],
    ['9', 200, /\\n### 9\.1 /],
    ['6', 200, /"## 6 /],
    ['999', 404, /there is no/],
    ['.', 404, /there is no/],
    ['../package', 404, /there is no/],
    ['../../../etc/passwd', 404, /there is no/],
    ['..%2F..%2F..%2Fetc%2Fpasswd', 404, /there is no/],
  ])('section %s of docs/service.md, of a built package: %i', async (number, status, text) => {
    const path = `${INSPECTOR_PAGE.path}sections/${number}.json`
    const response = uiResponse(INSPECTOR_PAGE, path, 'GET', pathToFileURL('dist/'))
    expect(response?.status).toBe(status)
    expect(await response?.text()).toMatch(text)
  })

  it.each([
    ['a page of another site', { origin: 'https://elsewhere.example' }],
    ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is behind the guards of the controls: %s', async (_, headers) => {
    expect((await page('/__simulator/ui/', headers)).status).toBe(403)
  })

  it('is linked on the front page, which asks for no icon', async () => {
    const link = '<a href="/__simulator/ui/">'
    const { text } = await page('/')
    expect(text).toContain(link)
    expect(text).toContain('<link rel="icon" href="data:,">')
    await server?.close()
    expect((await page('/', {}, { ui: false })).text).not.toContain(link)
  })

  it.each([
    ['/__simulator/ui/', 'the panel is not served here'],
    ['/__simulator/ui', 'the panel is not served here'],
    ['/__simulator/uiX', 'there is no control /__simulator/uiX'],
  ])('is not there unless asked for: %s', async (path, text) => {
    const { status, text: told } = await page(path, {}, { ui: false })
    expect([status, told]).toEqual([404, expect.stringContaining(text)])
  })

  it.each([
    [true, [0, 1]],
    [false, []],
  ])('keeps states to go back to from the beginning, before a page is open: ui %s', async (ui, kept) => {
    const simulator = createSimulator()
    server = await serve(simulator, { controls: true, ui })
    await simulator.fetch('/public/v1/customers/', {
      method: 'POST',
      headers: { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Acorn' }),
    })
    const moments = (await (await fetch(`${server.url}/__simulator/moments`)).json()) as { after: number }[]
    expect(moments.map(({ after }) => after)).toEqual(kept)
  })

  it('needs the controls', async () => {
    await expect(serve(createSimulator(), { ui: true })).rejects.toThrow('ui needs controls')
  })
})
