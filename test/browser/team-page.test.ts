import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { teamPage } from '../../src/hosts/node/many/door'
import { pages } from '../../tsup.config'
import { TEAMS, TestDeployment } from '../sandbox/deployment'
import { MemorySandboxes } from '../sandbox/memory-sandboxes'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { violations } from './support/accessible'
import { launch } from './support/chromium'

let folder: string
let browser: Browser
let server: Server
let many: TestDeployment
let page: Page
let complaints: string[]

beforeAll(async () => {
  folder = temporaryFolder()
  const shared = {
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
  } as const
  await build({ ...shared, outdir: folder, entryPoints: pages })
  browser = await launch()
  server = createServer(async (incoming, outgoing) => {
    const bodies: Buffer[] = []
    for await (const chunk of incoming) bodies.push(chunk as Buffer)
    const { method = 'GET', url = '/' } = incoming
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
    const body = Buffer.concat(bodies)
    const response =
      teamPage(incoming, pathToFileURL(`${folder}/`)) ??
      (await many.fetch(url, {
        ...{ method, headers: headers as [string, string][] },
        ...(body.length > 0 && { body }),
      }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

beforeEach(async () => {
  many = new TestDeployment(new MemorySandboxes(), { sandboxes: 3 })
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/__sandboxes/ui/`)
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

const status = () => page.getByRole('status')
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

async function enter(token = TEAMS.web): Promise<void> {
  await page.getByLabel('Token of the team').fill(token)
  await page.getByRole('button', { name: 'Open' }).click()
}

async function create(name: string, expires = 'never'): Promise<void> {
  const form = page.getByRole('form', { name: 'New sandbox' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Clock').selectOption('manual')
  await form.getByLabel('Expires').selectOption(expires)
  await form.getByRole('button', { name: 'Create' }).click()
}

const listed = async () => {
  const { sandboxes } = (await (await many.team('GET ')).json()) as {
    sandboxes: { name: string; expires: number | null }[]
  }
  return sandboxes.map(({ name, expires }) => [name, expires])
}

describe('the page of a team', () => {
  it('asks for its token, and tells why it opens nothing', async () => {
    await enter('a guess')
    await status().getByText('401: the token of a team is needed').waitFor()
    await enter()
    await page.getByText('There is no sandbox yet.').waitFor()
    expect(await violations(page, 'accounting-simulator-team')).toEqual([])
  })

  it('creates a sandbox, shows its key and token once, and inspects it', async () => {
    await enter()
    await create('checkout')
    await page.getByRole('heading', { name: 'Key and token of checkout' }).waitFor()
    const key = (await page.locator('dd code').nth(1).textContent()) ?? ''
    expect(key).toMatch(/^sk_/)
    const answer = await many.fetch('/public/v1/customers/', { headers: { 'x-api-key': key } })
    expect(answer.status).toBe(200)
    expect(await violations(page, 'accounting-simulator-team')).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.getByText(key).count()).toBe(0)
    await page.getByRole('button', { name: 'Inspect checkout' }).click()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByRole('option', { name: /GET \/public\/v1\/customers\/ 200/ }).waitFor()
    await page.getByRole('button', { name: 'All sandboxes' }).click()
    await row('checkout').waitFor()
  })

  it('shows a name as text, and runs nothing of it', async () => {
    const name = '<img src="x" onerror="document.title = 1"><script>document.title = 2</script>'
    await many.make({ name })
    await enter()
    await page.getByText(name).waitFor()
    expect([await page.locator('img').count(), await page.title()]).toEqual([0, 'Accounting simulator'])
  })

  it('asks for the token of a sandbox that it did not make', async () => {
    const made = await many.make({ name: 'from CI', clock: 'manual' })
    await enter()
    await page.getByRole('button', { name: 'Inspect from CI' }).click()
    const tryToken = async (token: string) => {
      await page.getByLabel('Its token').fill(token)
      await page.getByRole('button', { name: 'Inspect', exact: true }).click()
    }
    await tryToken('st_guess')
    await status().getByText('there is no such sandbox').waitFor()
    await tryToken(`st_${made.id}_guess`)
    await status().getByText('the controls need the token').waitFor()
    await tryToken(made.adminToken)
    await page.getByRole('tab', { name: 'Timeline', exact: true }).waitFor()
  })

  it('renames, forks and deletes, and says when a sandbox expires', async () => {
    await enter()
    await create('demo', 'in a day')
    await expect.poll(listed).toEqual([['demo', many.time + 86_400_000]])
    await page.getByRole('button', { name: 'Change demo' }).click()
    await page.getByLabel('New name').fill('shop')
    await row('demo').getByLabel('Expires').selectOption('never')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(listed).toEqual([['shop', null]])
    await page.getByRole('button', { name: 'Fork shop' }).click()
    await row('shop, a fork').waitFor()
    await page.getByRole('button', { name: 'Delete shop', exact: true }).click()
    await page.getByRole('button', { name: 'Delete shop for good' }).click()
    await status().getByText('shop is deleted.').waitFor()
    expect(await listed()).toEqual([['shop, a fork', null]])
  })

  it('tells when somebody asked a sandbox last, and which is nearly full', async () => {
    many = new TestDeployment(new MemorySandboxes(), { rows: 120_000 })
    const made = await many.make({ name: 'small', clock: 'manual', options: { rateLimits: false } })
    await many.make({ name: 'large', clock: 'manual', options: { rateLimits: false } })
    many.time += 60_000
    await enter()
    await row('small').getByText('of 0.1 MiB').waitFor()
    expect(
      await row('small')
        .getByText(/nearly full|refused/)
        .count(),
    ).toBe(0)
    expect(await row('small').locator('[data-name="Last request"]').textContent()).toBe(
      '2026-03-01 09:00 UTC',
    )
    let answer = new Response()
    while (answer.ok) answer = await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    expect(answer.status).toBe(507)
    await page.reload()
    await enter()
    await row('small').getByText('writes are refused').waitFor()
    expect(await row('small').locator('[data-name="Last request"]').textContent()).toBe(
      '2026-03-01 09:01 UTC',
    )
    expect(
      await row('large')
        .getByText(/nearly full|refused/)
        .count(),
    ).toBe(0)
    expect(await violations(page, 'accounting-simulator-team')).toEqual([])
  })

  it('tells what is over a quota', async () => {
    for (let at = 0; at < 3; at += 1) await many.make()
    await enter()
    await create('one more')
    await status().getByText('a team has at most 3 sandboxes').waitFor()
  })

  it.each([
    [320, 'light'],
    [768, 'dark'],
    [1280, 'light'],
  ] as const)('at %i pixels in %s, all of it can be reached', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await enter()
    await create('a sandbox with a rather long name for the nightly run', 'in a week')
    await page.getByRole('button', { name: /^Delete a sandbox/ }).waitFor()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/team-${width}.png` })
    const edges = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...edges)).toBeLessThanOrEqual(width)
    expect(await violations(page, 'accounting-simulator-team')).toEqual([])
  })
})
