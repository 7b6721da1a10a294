import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SqliteDatabase } from '../../src/hosts/node/many/sqlite-database'
import { SqliteFile } from '../../src/hosts/node/many/sqlite-file'
import { SqliteSandboxes } from '../../src/hosts/node/many/sqlite-sandboxes'
import { chanceOf } from '../support/chance'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TestDeployment } from './deployment'
import { sqliteHere } from './storages'

const CASES = Number(process.env.DAMAGES ?? 40)
const SEED = Number(process.env.SEED ?? 1)

describe.runIf(sqliteHere)('a stored file', () => {
  const opened = (file: string): SqliteDatabase => {
    if (!sqliteHere) throw new Error('there is no SQLite')
    return new sqliteHere(file)
  }
  const served = (database: SqliteDatabase): TestDeployment =>
    new TestDeployment(new SqliteSandboxes(new SqliteFile(database)))

  /** What the sandboxes of a file answer, or undefined if it is refused. */
  const answersOf = async (bytes: Uint8Array, made: readonly Made[]): Promise<string | undefined> => {
    const folder = temporaryFolder()
    const file = join(folder, 'damaged.sqlite')
    writeFileSync(file, bytes)
    const database = opened(file)
    let many: TestDeployment | undefined
    try {
      many = served(database)
      const tables = []
      for (const one of made) tables.push(await many.tables(one))
      return tables.includes(undefined) ? undefined : JSON.stringify(tables)
    } catch {
      return undefined
    } finally {
      // One after the other: some hundreds of open sandboxes were more than the memory of the process.
      await many?.fleet.evict(0).catch(() => undefined)
      // A file that is refused is closed.
      if (many) database.close()
      rmSync(folder, { recursive: true })
    }
  }

  test('that is cut or has a flipped bit opens as it was or is refused', async () => {
    const path = join(temporaryFolder(), 'whole.sqlite')
    const database = opened(path)
    const many = served(database)
    const made = [await many.make(), await many.make()]
    for (const one of made)
      for (let count = 0; count < 5; count += 1) await many.service(one, 'POST /public/v1/invoices/', INVOICE)
    await many.fleet.evict(0)
    database.close()
    const bytes = readFileSync(path)
    const whole = await answersOf(bytes, made)
    expect(whole?.includes('"100.00"')).toBe(true)
    const chance = chanceOf(SEED)
    const wrong: string[] = []
    let refused = 0
    for (let number = 0; number < CASES; number += 1) {
      const at = chance.below(bytes.length)
      const bit = chance.below(8)
      const isCut = number % 4 === 0
      const copy = isCut ? bytes.subarray(0, at) : Buffer.from(bytes)
      if (!isCut) copy[at] = (copy[at] ?? 0) ^ (1 << bit)
      const answers = await answersOf(copy, made)
      if (answers === undefined) refused += 1
      else if (answers !== whole) wrong.push(isCut ? `cut at ${at}` : `bit ${bit} of byte ${at}`)
    }
    if (process.env.DAMAGES)
      console.log(`${CASES} damages of ${bytes.length} bytes, ${refused} refused, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
  })

  // Keys of text have no order that SQLite checks: one that is out of order can lead back to rows that were read.
  test('whose keys are out of order opens as it was or is refused', async () => {
    const path = join(temporaryFolder(), 'whole.sqlite')
    const database = opened(path)
    const many = served(database)
    const one = await many.make()
    const made = [one]
    await many.service(one, 'POST /public/v1/invoices/', INVOICE)
    await many.fleet.evict(0)
    const key = String(
      (database.prepare("SELECT key FROM named WHERE key LIKE '%|all\"'").all() as { key?: string }[])[0]
        ?.key,
    )
    database.close()
    const bytes = readFileSync(path)
    const whole = await answersOf(bytes, made)
    const start = bytes.indexOf(key)
    const wrong: string[] = []
    for (let at = start; at < start + 8; at += 1)
      for (let bit = 0; bit < 8; bit += 1) {
        const copy = Buffer.from(bytes)
        copy[at] = (copy[at] ?? 0) ^ (1 << bit)
        const answers = await answersOf(copy, made)
        if (answers !== undefined && answers !== whole) wrong.push(`bit ${bit} of byte ${at}`)
      }
    expect(whole).toContain('"100.00"')
    expect(wrong).toEqual([])
  })
})

describe.runIf(sqliteHere)('a write-ahead log', () => {
  const Opened = sqliteHere as NonNullable<typeof sqliteHere>
  const clean = (path: string): void => {
    for (const end of ['-wal', '-seen', '-reserve', '-shm']) rmSync(path + end, { force: true })
  }
  /** A directory as a killed process leaves it: some of its writes were looked at, the last ones were not. */
  const killed = async (): Promise<{
    path: string
    made: Made
    copy: (change: (log: Buffer) => Buffer) => string
  }> => {
    const path = join(temporaryFolder(), 'x.sqlite')
    const file = new SqliteFile(new Opened(path))
    const many = new TestDeployment(new SqliteSandboxes(file))
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    for (let count = 0; count < 30; count += 1) await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    file.look()
    for (let count = 0; count < 3; count += 1) await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const parts = ['', '-wal', '-seen'].map((end) => [end, readFileSync(path + end)] as const)
    const copy = (change: (log: Buffer) => Buffer): string => {
      const other = join(temporaryFolder(), 'x.sqlite')
      for (const [end, bytes] of parts)
        writeFileSync(other + end, end === '-wal' ? change(Buffer.from(bytes)) : bytes)
      return other
    }
    return { path, made, copy }
  }
  const countIn = async (path: string, made: Made): Promise<number> => {
    const many = new TestDeployment(new SqliteSandboxes(new SqliteFile(new Opened(path))))
    const list = await many.service(made, 'GET /public/v1/invoices/')
    return ((await list.json()) as { count: number }).count
  }
  const flipped =
    (part: number) =>
    (log: Buffer): Buffer => {
      const at = Math.floor(log.length * part)
      log[at] = (log[at] ?? 0) ^ 1
      return log
    }

  test('is refused when it was cut, has a flipped bit or is gone; it opens as it was left', async () => {
    const { made, copy } = await killed()
    expect(
      await countIn(
        copy((log) => log),
        made,
      ),
    ).toBe(33)
    const chance = chanceOf(SEED)
    for (const part of [
      0.0001,
      0.3,
      0.5,
      0.8,
      ...Array.from({ length: CASES / 10 }, () => chance.below(850) / 1000),
    ]) {
      expect(() => new SqliteFile(new Opened(copy(flipped(part)))), `bit at ${part}`).toThrow(
        'damaged: it has',
      )
      const cut = copy((log) => log.subarray(0, Math.floor(log.length * part)))
      expect(() => new SqliteFile(new Opened(cut)), `cut at ${part}`).toThrow('write-ahead log')
    }
    const gone = copy(() => Buffer.alloc(0))
    expect(() => new SqliteFile(new Opened(gone))).toThrow('it has 0 of')
    clean(gone)
  })

  test('is empty after a quiet moment, and the file shrinks when sandboxes are deleted', async () => {
    const path = join(temporaryFolder(), 'x.sqlite')
    const file = new SqliteFile(new Opened(path))
    const many = new TestDeployment(new SqliteSandboxes(file))
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    for (let count = 0; count < 30; count += 1) await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const rest = (): void => {
      file.look()
      file.look()
    }
    rest()
    const full = statSync(path).size
    expect([statSync(`${path}-wal`).size, existsSync(`${path}-seen`)]).toEqual([0, false])
    await many.team(`DELETE /${made.id}`)
    rest()
    expect(statSync(path).size).toBeLessThan(full * 0.8)
  })

  test('of a later version is refused', () => {
    const path = join(temporaryFolder(), 'x.sqlite')
    const database = new Opened(path)
    database.exec('PRAGMA user_version = 99')
    expect(() => new SqliteFile(database)).toThrow(
      'a later version of accounting-simulator has written this directory',
    )
  })
})

describe.runIf(sqliteHere)('a damaged row', () => {
  test.each([
    ['GET /public/v1/items/', 200],
    ['GET /public/v1/invoices/1/', 503],
    ['POST /public/v1/invoices/', 503],
    ['GET /__simulator/export', 503],
    ['POST /__simulator/clock/advance', 200],
  ])('is answered with nothing that rests on it: %s', async (call, status) => {
    if (!sqliteHere) throw new Error('there is no SQLite')
    const database = new sqliteHere(join(temporaryFolder(), 'x.sqlite'))
    const many = new TestDeployment(new SqliteSandboxes(new SqliteFile(database)))
    const made = await many.make({ clock: 'manual' })
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await many.fleet.evict(0)
    const rows = () => database.prepare('SELECT id, json FROM numbered ORDER BY id').all()
    database.exec("UPDATE numbered SET json = replace(json, '100.00', '999.00') WHERE json LIKE '%100.00%'")
    const before = rows()
    const [method, path = ''] = call.split(' /__simulator')
    const body = method === 'POST' ? { duration: '1 day' } : undefined
    const sent =
      path === ''
        ? many.service(made, call, call.startsWith('POST') ? INVOICE : undefined)
        : many.control(made, `${method} ${path}`, body)
    expect((await sent).status).toBe(status)
    if (status === 503) expect(rows()).toEqual(before)
  })
})

describe.runIf(sqliteHere)('rows that are found no more', () => {
  test.each([
    ['a table of the list', "DELETE FROM tables WHERE name = 'invoices'", 'no table'],
    ['the name of a table', "UPDATE tables SET name = 'invoicer' WHERE name = 'invoices'", 503],
    ['the sandbox of a table', "UPDATE tables SET sandbox = sandbox + 64 WHERE name = 'invoices'", 503],
    ['the counters', `UPDATE named SET tbl = tbl + 3000 WHERE key = '"*pack"'`, 'no table'],
    ['all counters', `DELETE FROM named WHERE key = '"*pack"'`, 503],
    [
      'the last row',
      'UPDATE numbered SET id = id + (1 << 50) WHERE id = (SELECT max(id) FROM numbered)',
      'no table',
    ],
    ['a column', 'ALTER TABLE pieces RENAME COLUMN part TO piece', 'schema'],
  ])('are missed: %s', async (_, damage, expected) => {
    const Opened = sqliteHere
    if (!Opened) throw new Error('there is no SQLite')
    const path = join(temporaryFolder(), 'x.sqlite')
    const database = new Opened(path)
    const many = new TestDeployment(new SqliteSandboxes(new SqliteFile(database)))
    const made = await many.make({ clock: 'manual' })
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await many.fleet.evict(0)
    database.exec(damage)
    database.close()
    const open = () => new TestDeployment(new SqliteSandboxes(new SqliteFile(new Opened(path))))
    if (typeof expected === 'string') expect(open).toThrow(expected)
    else expect((await open().control(made, 'GET /export')).status).toBe(expected)
  })
})

test.runIf(sqliteHere)('a row of another sandbox is refused', async () => {
  if (!sqliteHere) throw new Error('there is no SQLite')
  const database = new sqliteHere(join(temporaryFolder(), 'x.sqlite'))
  const many = new TestDeployment(new SqliteSandboxes(new SqliteFile(database)))
  const [own, other] = [await many.make(), await many.make()]
  for (const [made, reference_number] of [
    [own, 'own'],
    [other, 'of another'],
  ] as const)
    await many.service(made, 'POST /public/v1/invoices/', { ...INVOICE, reference_number })
  await many.fleet.evict(0)
  const rowOf = (reference: string): string =>
    `(SELECT json FROM numbered WHERE json LIKE '%"${reference}"%')`
  database.exec(`UPDATE numbered SET json = ${rowOf('of another')} WHERE json = ${rowOf('own')}`)
  expect((await many.service(own, 'GET /public/v1/invoices/1/')).status).toBe(503)
  expect((await many.service(other, 'GET /public/v1/invoices/1/')).status).toBe(200)
})
