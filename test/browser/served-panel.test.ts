import { type ChildProcess, spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryPoints } from '../../tsup.config'
import { temporaryFolder } from '../support/temporary-folder'
import { violations } from './support/accessible'
import { launch } from './support/chromium'
import { openSite } from './support/site'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
let command: ChildProcess
let browser: Browser
/** The page that the command names. */
let ui: string

/** The command and the panel, built as the package has them: the panel in parts beside the command. */
async function buildCommand(): Promise<void> {
  const alias = Object.fromEntries(
    Object.entries(entryPoints).map(([name, file]) => [
      name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`,
      join(ROOT, file),
    ]),
  )
  const shared = {
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outdir: folder,
    absWorkingDir: ROOT,
  } as const
  await build({
    ...shared,
    alias,
    platform: 'node',
    packages: 'external',
    entryPoints: { command: 'src/command/node-command.ts' },
    outExtension: { '.js': '.mjs' },
  })
  await build({
    ...shared,
    platform: 'browser',
    splitting: true,
    entryPoints: { inspector: entryPoints.inspector },
  })
}

beforeAll(async () => {
  folder = temporaryFolder()
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await buildCommand()
  command = spawn(process.execPath, [join(folder, 'command.mjs'), '--port', '0', '--ui'])
  ui = await new Promise<string>((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += String(chunk)
      const [, found] = /Inspector: (\S+)/.exec(said) ?? []
      if (found) resolve(found)
    }
    command.stdout?.on('data', hear)
    command.stderr?.on('data', hear)
    command.once('exit', () => reject(new Error(said)))
  })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  command?.kill()
})

async function opened(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(ui)
  await page.getByRole('tab', { name: 'Now', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  return { page, complaints }
}

/** A request of a program to the server. */
const ask = (path: string) => fetch(new URL(path, ui), { headers: { 'X-API-KEY': 'test-api-key' } })

const time = async (): Promise<string> => {
  const { now } = (await (await fetch(new URL('../clock', ui))).json()) as { now: string }
  return now
}

describe('accounting-simulator --ui', () => {
  it('shows what programs do, moves time and arms faults, under its own policy', async () => {
    const { page, complaints } = await opened()
    expect((await ask('/public/v1/customers/')).status).toBe(200)
    await page
      .getByRole('option', { name: /GET \/public\/v1\/customers\/ 200/ })
      .first()
      .waitFor()
    await page.getByRole('tab', { name: 'Faults' }).click()
    await page.getByRole('textbox', { name: 'Request' }).fill('GET /public/v1/customers/')
    await page.getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByText('0 hits').waitFor()
    expect((await ask('/public/v1/customers/')).status).toBe(503)
    await page.getByRole('tab', { name: 'Clock' }).click()
    const before = await page.locator('time').textContent()
    await page.getByRole('button', { name: 'Advance' }).click()
    await expect.poll(() => page.locator('time').textContent()).not.toBe(before)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('hears its keys in a page that nobody has touched yet', async () => {
    const page = await browser.newPage()
    await page.goto(ui)
    await page.getByRole('list', { name: 'Needs attention' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await page.close()
  })

  it('remembers its view over a reload, and says when the server has gone', async () => {
    const { page } = await opened()
    await page.getByRole('tab', { name: 'Limits' }).click()
    await page.getByRole('img', { name: /tokens/i }).waitFor()
    await page.route('**/__simulator/**', (route) => route.abort())
    await page.getByRole('status').getByText('The simulator does not answer').waitFor()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/__simulator/**')
    await page.getByRole('status').getByText('The simulator does not answer').waitFor({ state: 'detached' })
    await page.close()
  })

  it('is refused to pages of other sites: by fetch, in a frame and under another name', async () => {
    const site = await openSite({ entry: 'test/browser/pages/start.ts' })
    const page = await browser.newPage()
    try {
      await page.goto(`http://insecure.test:${site.port}/`)
      const { port } = new URL(ui)
      const before = Date.parse(await time())
      const reached = await page.evaluate(async (url) => {
        const clock = new URL('../clock', url).href
        const reading = fetch(clock).then(
          () => 'read',
          () => 'refused',
        )
        const moving = fetch(new URL('../clock/advance', url).href, {
          method: 'POST',
          mode: 'no-cors',
          body: '{"duration":"9 days"}',
        }).catch(() => undefined)
        await moving
        const frame = document.createElement('iframe')
        frame.src = url
        document.body.append(frame)
        await new Promise((resolve) => {
          frame.onload = resolve
        })
        return reading
      }, ui)
      expect(reached).toBe('refused')
      const framed = page.frames().find((frame) => frame !== page.mainFrame())
      expect(await framed?.locator('accounting-simulator-inspector').count()).toBe(0)
      expect(Date.parse(await time()) - before).toBeLessThan(86_400_000)
      const renamed = await page.goto(`http://insecure.test:${port}/__simulator/ui/`)
      expect(renamed?.status()).toBe(403)
    } finally {
      await page.close()
      site.close()
    }
  })
})
