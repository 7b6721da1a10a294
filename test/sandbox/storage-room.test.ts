import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SqliteFile } from '../../src/hosts/node/many/sqlite-file'
import { SqliteSandboxes } from '../../src/hosts/node/many/sqlite-sandboxes'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import { customer, INVOICE } from '../support/worlds/shop'
import { type Made, TestDeployment } from './deployment'
import { ManyCommand } from './many-command'
import { sqliteHere } from './storages'

describe.runIf(sqliteHere)('a disk that is full', () => {
  test('is answered with 507, and nothing that was answered is lost', async () => {
    if (!sqliteHere) throw new Error('there is no SQLite')
    const database = new sqliteHere(join(temporaryFolder(), 'x.sqlite'))
    const many = new TestDeployment(new SqliteSandboxes(new SqliteFile(database)))
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    const pages = Number(Object.values(database.prepare('PRAGMA page_count').all()[0] as object)[0])
    database.exec(`PRAGMA max_page_count = ${pages + 10}`)
    let answered = 0
    let refused: Response | undefined
    for (let count = 0; count < 200 && !refused; count += 1) {
      const response = await many.service(made, 'POST /public/v1/invoices/', INVOICE)
      if (response.status === 200) answered += 1
      else refused = response
    }
    expect([refused?.status, await refused?.json()]).toMatchObject([507, { quota: 'storage' }])
    const countNow = async () =>
      ((await (await many.service(made, 'GET /public/v1/invoices/')).json()) as { count: number }).count
    expect(answered).toBeGreaterThan(2)
    expect(await countNow()).toBe(answered)
    database.exec('PRAGMA max_page_count = 1000000')
    expect((await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status).toBe(200)
    expect(await countNow()).toBe(answered + 1)
  })
})

const small = temporaryFolder()
const isMounted =
  sqliteHere !== undefined &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).status === 0
if (!isMounted) console.warn('Nothing can be mounted here: no real disk becomes full in these tests.')

describe.runIf(isMounted)('many on a disk that becomes full', () => {
  const program = temporaryFolder()
  const many = new ManyCommand(program, join(small, 'sandboxes'))
  beforeAll(() => bundlePrograms(program, commands), 60_000)
  afterAll(async () => {
    await many.end('SIGKILL')
    spawnSync('umount', ['-l', small])
  })

  test('refuses writes, reads, deletes, ends and starts, and takes writes again when there is room', async () => {
    await many.start()
    const unlimited = { clock: 'manual', options: { rateLimits: false } }
    const [made, kept] = [await many.make(unlimited), await many.make(unlimited)]
    const live = await many.make({ clock: 'live' })
    const ready = async () => (await fetch(`${many.url}/readyz`)).status
    const write = (to = made) =>
      many.service(to, 'POST /public/v1/customers/', { ...customer('x'), address: 'x'.repeat(200_000) })
    const countOf = async (of: Made) =>
      ((await (await many.service(of, 'GET /public/v1/customers/?limit=1')).json()) as { count: number })
        .count
    expect((await write(kept)).status).toBe(201)
    const before = [await countOf(made), await countOf(kept)]
    let answered = 0
    let response = await write()
    for (; response.ok && answered < 100; answered += 1) response = await write()
    expect([response.status, await response.json()]).toMatchObject([507, { quota: 'storage' }])
    expect([await countOf(made), await countOf(kept)]).toEqual([Number(before[0]) + answered, before[1]])
    expect(await ready()).toBe(200)
    expect((await many.service(live, 'GET /public/v1/items/')).status).toBe(200)
    expect((await many.run('--backup', join(small, 'backup.sqlite'))).err).toContain('full')
    // On another disk it has room.
    const elsewhere = join(temporaryFolder(), 'backup.sqlite')
    expect(await many.run('--backup', elsewhere)).toMatchObject({ status: 0, err: '' })
    expect((await many.run('--backup', join(small, 'backup.sqlite'))).err).toContain('on a disk with room')
    expect((await many.team(`DELETE /${made.id}`)).status).toBe(200)
    expect((await write(kept)).status).toBe(201)
    // Somebody else takes what is left.
    const filler = join(small, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow('ENOSPC')
    expect((await write(kept)).status).toBe(507)
    expect(await many.end()).toBe(0)
    writeFileSync(filler, Buffer.alloc(0))
    expect(() => writeFileSync(filler, Buffer.alloc(8_000_000))).toThrow('ENOSPC')
    await many.start()
    expect(await countOf(kept)).toBe(Number(before[1]) + 1)
    // Nobody could delete now, and a clock that has gone on is stored before anybody reads it.
    expect([(await many.service(live, 'GET /public/v1/items/')).status, await ready()]).toEqual([507, 503])
    await many.end('SIGKILL')
    await many.start()
    expect(await countOf(kept)).toBe(Number(before[1]) + 1)
    expect((await write(kept)).status).toBe(507)
    rmSync(filler)
    expect((await write(kept)).status).toBe(201)
    expect(await ready()).toBe(200)
  }, 60_000)
})

describe.runIf(sqliteHere)('sandboxes that are made and deleted', () => {
  const COUNT = Number(process.env.SANDBOXES ?? 40)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void

  test(
    'leave nothing in the file and in memory',
    async () => {
      if (!sqliteHere) throw new Error('there is no SQLite')
      const database = new sqliteHere(join(temporaryFolder(), 'x.sqlite'))
      const many = new TestDeployment(new SqliteSandboxes(new SqliteFile(database)))
      const numberOf = (query: string): number =>
        Number(Object.values(database.prepare(query).all()[0] as object)[0])
      const used = (): number => numberOf('PRAGMA page_count') - numberOf('PRAGMA freelist_count')
      const before = used()
      const levels: number[] = []
      for (let count = 0; count < COUNT; count += 1) {
        const made = await many.make({ name: `../${count}`, clock: count % 2 === 0 ? 'live' : 'manual' })
        await many.service(made, 'POST /public/v1/invoices/', INVOICE)
        if (count % 3 === 0) await many.fleet.evict(0)
        expect((await many.team(`DELETE /${made.id}`)).status).toBe(200)
        if (count % (COUNT / 10) > 0) continue
        collect()
        levels.push(Math.round(process.memoryUsage().heapUsed / 1e6))
      }
      const tables = ['head', 'tables', 'numbered', 'named', 'pieces']
      expect(tables.map((table) => numberOf(`SELECT count(*) FROM ${table}`))).toEqual(tables.map(() => 0))
      expect([used(), many.fleet.openCount, many.fleet.nextDue]).toEqual([
        before,
        0,
        Number.POSITIVE_INFINITY,
      ])
      // The first ones load what all of them need.
      expect(levels.at(-1)).toBeLessThan((levels[1] ?? 0) + 10)
      if (process.env.SANDBOXES) console.log(`${COUNT} made and deleted, memory in MB: ${levels.join(' ')}`)
    },
    60_000 + COUNT * 100,
  )
})
