import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import type { Made } from './deployment'
import { ManyCommand, TOKENS } from './many-command'
import { sqliteHere } from './storages'

/** Worlds from 256 KiB of rows on are worked on in another thread. */
const PROGRAM = temporaryFolder()
const INVOICES = '/public/v1/invoices/'

describe.skipIf(!sqliteHere)('a large world', () => {
  const original = createSimulator({ rateLimits: false })
  original.make.invoices(400)
  const world = original.export()
  let many: ManyCommand
  let made: Made
  beforeAll(() => bundlePrograms(PROGRAM, commands), 60_000)
  afterAll(() => original[Symbol.dispose]())
  beforeEach(async () => {
    many = new ManyCommand(PROGRAM)
    await many.start('--idle', '1 second')
    made = await many.make({ clock: 'manual', from: world })
  })
  afterEach(async () => {
    await many.end('SIGKILL')
  })

  const json = async (response: Promise<Response>) => (await response).json()
  const controlled = (path: string, own = made) => json(many.control(own, path))
  const invoices = async (own = made): Promise<number> =>
    ((await json(many.service(own, `GET ${INVOICES}`))) as { count: number }).count
  const content = async (own = made): Promise<object> => {
    const { tables } = (await controlled('/export', own)) as { tables: Record<string, object> }
    // Keys and random state are those of the sandbox.
    const { '': _, ...organizations } = tables
    return organizations
  }

  test('is the one that was imported', async () => {
    expect(JSON.stringify(world).length).toBeGreaterThan(2 * 256 * 1024)
    const { '': _, ...organizations } = world.tables
    expect(await content()).toEqual(JSON.parse(JSON.stringify(organizations)))
    expect(await invoices()).toBe(400)
    expect(await controlled('/books/check')).toEqual([])
    expect(await controlled('/books/entries')).toEqual(JSON.parse(JSON.stringify(original.books.entries())))
    expect(await (await many.control(made, '/books/journal')).text()).toBe(original.books.toJournal())
  })

  test('has a live clock, too', async () => {
    const live = await many.make({ from: world })
    expect(await content(live)).toEqual(await content())
    expect((await many.service(live, `POST ${INVOICES}`, INVOICE)).status).toBe(200)
    expect(await controlled('/books/check', live)).toEqual([])
    expect(await invoices(live)).toBe(401)
  })

  test('a fork has what was answered before, and goes its own way', async () => {
    const posts = await Promise.all(
      Array.from({ length: 20 }, () => many.service(made, `POST ${INVOICES}`, INVOICE)),
    )
    expect(new Set(posts.map(({ status }) => status))).toEqual(new Set([200]))
    const quiet = (await json(many.team(`POST /${made.id}/fork`))) as Made
    expect(await content(quiet)).toEqual(await content())
    const [response, ...others] = await Promise.all([
      many.team(`POST /${made.id}/fork`, { name: 'copy' }),
      ...Array.from({ length: 20 }, () => many.service(made, `POST ${INVOICES}`, INVOICE)),
    ])
    const fork = (await response.json()) as Made
    expect([response.status, ...others.map(({ status }) => status)]).toEqual([201, ...Array(20).fill(200)])
    const taken = await invoices(fork)
    expect(taken).toBeGreaterThanOrEqual(420)
    expect([await invoices(quiet), await invoices()]).toEqual([420, 440])
    expect(await controlled('/books/check', fork)).toEqual([])
    expect((await many.service(fork, `POST ${INVOICES}`, INVOICE)).status).toBe(200)
    expect([await invoices(fork), await invoices()]).toEqual([taken + 1, 440])
  })

  test('is forked by a long body, too', async () => {
    const body = `{"from":"${made.id}"${' '.repeat(100_000)}}`
    const response = await fetch(`${many.url}/__sandboxes`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${TOKENS.web}` }, body },
    })
    expect(response.status).toBe(201)
    expect(await content((await response.json()) as Made)).toEqual(await content())
  })

  test('survives being put away, a reset and the end of the process', async () => {
    expect((await many.service(made, `POST ${INVOICES}`, INVOICE)).status).toBe(200)
    const before = await content()
    const metrics = async (): Promise<string> => (await fetch(`${many.url}/metrics`)).text()
    await expect.poll(metrics, { timeout: 20_000 }).toContain('accounting_sandboxes_open 0\n')
    expect(await content()).toEqual(before)
    await many.end('SIGKILL')
    await many.start()
    expect(await content()).toEqual(before)
    const reset = await fetch(`${many.url}/__simulator/reset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.adminToken}` },
    })
    expect(reset.status).toBe(200)
    expect(await invoices()).toBe(400)
    await many.end('SIGKILL')
    await many.start()
    expect(await invoices()).toBe(400)
  })

  test('that is broken is refused as a small one is', async () => {
    const [organization = ''] = Object.keys(world.tables).filter((scope) => scope !== '')
    const own = world.tables[organization] ?? {}
    const broken = {
      ...world,
      fingerprint: undefined,
      tables: { ...world.tables, [organization]: { ...own, invoices: [{ number: 'x' }] } },
    }
    for (const body of [
      { from: broken },
      { from: { ...world, format: 1 } },
      { from: world, clock: 'never' },
    ]) {
      const response = await many.team('POST ', body)
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: expect.any(String), option: expect.any(String) },
      ])
    }
    const { sandboxes } = (await json(many.team('GET '))) as { sandboxes: object[] }
    expect(sandboxes).toHaveLength(1)
  })

  test('that was not whole when the process ended is nobody’s, and gone at the next start', async () => {
    const half = await many.make({ from: world, name: 'half' })
    await many.end('SIGKILL')
    const path = join(many.directory, 'sandboxes.sqlite')
    const database = sqliteHere && new sqliteHere(path)
    // The list of its tables is the last that is stored of a new one.
    database?.exec(`UPDATE head SET tables = NULL WHERE id = '${half.id}'`)
    database?.close()
    rmSync(`${path}-seen`, { force: true })
    await many.start()
    const { sandboxes } = (await json(many.team('GET '))) as { sandboxes: { id: string }[] }
    expect(sandboxes.map(({ id }) => id)).toEqual([made.id])
    expect((await many.team(`DELETE /${half.id}`)).status).toBe(404)
    expect(await invoices()).toBe(400)
  })
})
