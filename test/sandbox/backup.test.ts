import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { serveMany } from 'accounting-simulator/node'
import { describe, expect, test } from 'vitest'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { commandForEach, ManyCommand, TOKENS } from './many-command'
import { type Opened, sqliteHere } from './storages'

const PROGRAM = temporaryFolder()

describe.skipIf(!sqliteHere)('a backup', () => {
  let many: ManyCommand
  commandForEach(PROGRAM, (made) => {
    many = made
  })
  const metric = async (sample: string) => {
    const text = await (await fetch(`${many.url}/metrics`)).text()
    return Number(text.split(`\naccounting_sandboxes_${sample} `)[1]?.split('\n')[0])
  }
  /** How many the process knows, and the time of the last one. */
  const backups = () =>
    Promise.all([metric('events_total{event="backedUp"}'), metric('last_backup_timestamp_seconds')])
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
    while (answered < 5) await pause(10)
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
    ['from a file that is none', (file) => ['--restore', file], 'x cannot be restored, and '],
    ['both ways', (file) => ['--backup', file, '--restore', file], 'cannot go together'],
  ])('a backup %s is refused, and leaves nothing', async (_, args, text) => {
    const folder = temporaryFolder()
    const file = join(folder, 'x')
    writeFileSync(file, 'no database')
    const { status, err } = await many.run(...args(file))
    expect([status, err]).toEqual([1, expect.stringContaining(text)])
    expect(existsSync(join(many.directory, 'sandboxes.sqlite'))).toBe(false)
  })

  test.each(['sandboxes.sqlite', 'teams.json', 'a folder'])(
    'a backup takes the place of no %s',
    async (name) => {
      await many.start()
      const made = await many.make()
      const target = join(name === 'teams.json' ? temporaryFolder() : many.directory, name)
      if (name === 'teams.json') writeFileSync(target, '{"web":"its token"}')
      if (name === 'a folder') mkdirSync(target)
      const before = statSync(target).ino
      const refused = await many.run('--backup', target)
      expect([refused.status, refused.err]).toEqual([
        1,
        expect.stringMatching(/database itself|is no backup/),
      ])
      expect(statSync(target).ino).toBe(before)
      expect(readdirSync(many.directory).filter((one) => one.endsWith('.part'))).toEqual([])
      await many.end()
      await many.start()
      expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
    },
    60_000,
  )

  /** Changes a file as no process of ours does. */
  const change = (file: string, sql: string): void => {
    const database = new (sqliteHere as Opened)(file)
    database.exec(sql)
    database.close()
  }

  test('every row is checked: a damaged one is told of with its sandbox, and takes the place of no backup', async () => {
    await many.start()
    const [made, other] = [await many.make(), await many.make()]
    await many.end()
    const folder = temporaryFolder()
    const [good, bad] = [join(folder, 'good.sqlite'), join(folder, 'bad.sqlite')]
    for (const file of [good, bad]) expect((await many.run('--backup', file)).status).toBe(0)
    const damage = `UPDATE numbered SET json = replace(json, '"', '''') WHERE id = (SELECT max(id) FROM numbered)`
    change(bad, damage)
    const restored = new ManyCommand(PROGRAM)
    const refused = await restored.run('--restore', bad)
    expect(refused.status).toBe(1)
    expect(refused.err).toMatch(
      /bad\.sqlite cannot be restored, .*the sandbox \w{22} of the team web is damaged/,
    )
    expect([made.id, other.id].some((id) => refused.err.includes(id))).toBe(true)
    expect(existsSync(join(restored.directory, 'sandboxes.sqlite'))).toBe(false)

    change(join(many.directory, 'sandboxes.sqlite'), damage)
    await many.start()
    const before = statSync(good).mtimeMs
    for (const state of ['served', 'at rest']) {
      const failed = await many.run('--backup', good)
      expect([state, failed.status, failed.err]).toEqual([
        state,
        1,
        expect.stringContaining('good.sqlite.damaged has'),
      ])
      if (state === 'served') expect(await backups()).toEqual([0, 0])
      await many.end()
    }
    expect([statSync(good).mtimeMs, existsSync(`${good}.damaged`)]).toEqual([before, true])
  }, 60_000)

  test('a backup of a later version is refused before it is restored', async () => {
    await many.start()
    await many.end()
    const file = join(temporaryFolder(), 'backup.sqlite')
    await many.run('--backup', file)
    change(file, 'PRAGMA user_version = 99')
    expect(await many.run('--restore', file)).toMatchObject({ status: 1 })
    const fresh = new ManyCommand(PROGRAM)
    const { status, err } = await fresh.run('--restore', file)
    expect([status, err]).toEqual([1, expect.stringContaining('a later version')])
    expect(existsSync(join(fresh.directory, 'sandboxes.sqlite'))).toBe(false)
  }, 60_000)

  test('its time is a metric that outlives the process, and its event counts from 0', async () => {
    await many.start()
    expect(await backups()).toEqual([0, 0])
    for (const event of ['failed', 'error', 'refused'])
      expect([event, await metric(`events_total{event="${event}"}`)]).toEqual([event, 0])
    const began = Math.floor(Date.now() / 1000)
    expect((await many.run('--backup', join(temporaryFolder(), 'x'))).status).toBe(0)
    const [count, at = 0] = await backups()
    expect(count).toBe(1)
    expect(at).toBeGreaterThanOrEqual(began)
    await many.end()
    await many.start()
    expect(await backups()).toEqual([0, at])
  }, 60_000)

  test.each([['whole'], ['cut off']])(
    'is none while nobody has checked the copy: one that was read %s',
    async (how) => {
      await many.start()
      await many.make()
      const sent = request({ socketPath: join(many.directory, 'operator.sock'), path: '/backup' }).end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      let bytes = 0
      for await (const part of answer) {
        bytes += part.length
        if (how === 'cut off') break
      }
      expect(bytes).toBeGreaterThan(0)
      expect(await backups()).toEqual([0, 0])
    },
  )

  test('is made by a program, too, again and again, with the database that was handed in from elsewhere', async () => {
    const directory = temporaryFolder()
    const Opened = sqliteHere as Opened
    const database = new Opened(join(temporaryFolder(), 'other.sqlite'))
    const events: unknown[] = []
    const onEvent = (event: unknown): void => void events.push(event)
    const server = await serveMany({ directory, database, teams: TOKENS, onEvent })
    const file = join(temporaryFolder(), 'backup.sqlite')
    await server.backUp(file)
    const report = await server.backUp(file)
    await server.close()
    expect(report).toEqual({ sandboxes: 0, bytes: statSync(file).size })
    expect(events).toContainEqual({ event: 'backedUp', ...report })
    expect(await many.run('--restore', file)).toMatchObject({ status: 0, err: '' })
  })
})
