import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveMany } from 'accounting-simulator/node'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { ManyCommand, TOKENS } from './many-command'
import { type Opened, sqliteHere } from './storages'

const PROGRAM = temporaryFolder()

describe.skipIf(!sqliteHere)('a backup', () => {
  let many: ManyCommand
  beforeAll(() => bundlePrograms(PROGRAM, commands), 60_000)
  beforeEach(() => {
    many = new ManyCommand(PROGRAM)
  })
  afterEach(async () => {
    await many.end('SIGKILL')
  })
  const invoice = (number: number) => ({ ...INVOICE, reference_number: `R-${number}` })

  test('restore drill: a backup of a busy deployment is restored elsewhere, with all that was answered', async () => {
    await many.start()
    const unlimited = { clock: 'manual', options: { rateLimits: false } }
    const [made, gone] = [await many.make(unlimited), await many.make(unlimited)]
    let [answered, isOver] = [0, false]
    const client = (async () => {
      while (!isOver) {
        const { status } = await many.service(made, 'POST /public/v1/invoices/', invoice(answered + 1))
        expect(status).toBe(200)
        answered += 1
      }
    })()
    while (answered < 5) await new Promise((resolve) => setTimeout(resolve, 10))
    const before = answered
    const file = join(temporaryFolder(), 'backup.sqlite')
    const backup = await many.run('--backup', file)
    isOver = true
    await client
    expect(backup).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^2 sandboxes, \d+ bytes: /),
      err: '',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await many.told('backedUp')).toMatchObject({ sandboxes: 2, bytes: statSync(file).size })
    await many.team(`DELETE /${gone.id}`)
    await many.end('SIGKILL')

    const other = new ManyCommand(PROGRAM)
    expect(await other.run('--restore', file)).toMatchObject({ status: 0, err: '' })
    try {
      await other.start('--domain', 'other.example.com')
      const { count: stored } = (await (await other.control(made, '/records/invoices?limit=1')).json()) as {
        count: number
      }
      expect(stored).toBeGreaterThanOrEqual(before)
      expect(stored).toBeLessThanOrEqual(answered)
      // Ids, keys and tokens are proven as before: the secret came with the rows.
      expect((await other.service(gone, 'GET /public/v1/items/')).status).toBe(200)
      const books = await other.control(made, '/books/check')
      expect([books.status, await books.json()]).toEqual([200, []])
      expect((await other.team(`DELETE /${gone.id}`)).status).toBe(200)
    } finally {
      await other.end()
    }
  }, 60_000)

  test('a backup needs no process that serves, and never takes the place of what is there', async () => {
    await many.start()
    const made = await many.make()
    await many.end()
    const file = join(temporaryFolder(), 'backup.sqlite')
    expect(await many.run('--backup', file)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^1 sandbox, /),
    })
    const refused = await many.run('--restore', file)
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('is there already')])
    await many.start()
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  }, 60_000)

  test.each<[what: string, args: (file: string) => string[], text: string]>([
    ['of a directory without sandboxes', (file) => ['--backup', file], 'there are no sandboxes in'],
    ['into a folder that is missing', (file) => ['--backup', join(file, 'x', 'y')], 'could not be made'],
    ['from a file that is missing', (file) => ['--restore', `${file}.gone`], 'there is no'],
    ['from a file that is none', (file) => ['--restore', file], 'could not be made'],
    ['both ways', (file) => ['--backup', file, '--restore', file], 'cannot go together'],
  ])('a backup %s is refused, and leaves nothing', async (_, args, text) => {
    const folder = temporaryFolder()
    const file = join(folder, 'x')
    writeFileSync(file, 'no database')
    const { status, err } = await many.run(...args(file))
    expect([status, err]).toEqual([1, expect.stringContaining(text)])
    expect(existsSync(join(many.directory, 'sandboxes.sqlite'))).toBe(false)
  })

  test('is made by a program, too, with the database that was handed in', async () => {
    const directory = temporaryFolder()
    const Opened = sqliteHere as Opened
    const database = new Opened(join(directory, 'sandboxes.sqlite'))
    const events: unknown[] = []
    const onEvent = (event: unknown): void => void events.push(event)
    const server = await serveMany({ directory, database, teams: TOKENS, onEvent })
    const file = join(temporaryFolder(), 'backup.sqlite')
    const report = await server.backUp(file)
    await server.close()
    expect(report).toEqual({ sandboxes: 0, bytes: statSync(file).size })
    expect(events).toContainEqual({ event: 'backedUp', ...report })
    expect(await many.run('--restore', file)).toMatchObject({ status: 0, err: '' })
  })
})
