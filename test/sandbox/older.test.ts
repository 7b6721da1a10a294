import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serveMany } from 'accounting-simulator/node'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/hosts/node/many/database'
import { MIGRATIONS } from '../../src/worlds/migrations'
import { temporaryFolder } from '../support/temporary-folder'
import { left, leftJson } from '../upgrades/left'
import { TestDeployment } from './deployment'
import { betterSqlite, STORAGES, sqliteHere } from './storages'

test.skipIf(!sqliteHere)(
  'the directory of an earlier version is served: its sandbox has its invoice',
  async () => {
    const { id, apiKey, token, secret } = leftJson('sandbox.json')
    const directory = join(temporaryFolder(), 'sandboxes')
    mkdirSync(directory)
    writeFileSync(join(directory, 'sandboxes.sqlite'), left('sandboxes.sqlite.gz'))
    const Better = betterSqlite()
    const database = Better && { database: new Better(join(directory, 'sandboxes.sqlite')) as never }
    const server = await serveMany({ directory, port: 0, secret, teams: { web: token }, ...database })
    const { port } = new URL(server.url)
    const headers = { host: `${id}.localhost:${port}`, 'x-api-key': apiKey }
    const answer = await new Promise((resolve, reject) => {
      const asked = request(`${server.url}/public/v1/invoices/1/`, { headers }, async (response) => {
        let text = ''
        for await (const part of response) text += part
        resolve(JSON.parse(text))
      })
      asked.on('error', reject).end()
    })
    expect(answer).toMatchObject({ number: 1, amount: '120.00' })
    await server.close()
  },
)

test.each(STORAGES)(
  'rows of a later version, in %s, are not served: answer and log say why',
  async (_, store) => {
    const kept = store()
    MIGRATIONS.push({ name: 'invoices: later', table: 'invoices', row: (row) => row })
    const later = new TestDeployment(kept)
    const made = await later.make({ clock: 'manual' })
    await later.fleet.evict(0)
    MIGRATIONS.pop()
    const earlier = new TestDeployment(kept, {}, later.time)
    const answer = await earlier.service(made, 'GET /public/v1/items/')
    const error = expect.stringContaining('a later version of accounting-simulator has stored these rows')
    expect([answer.status, await answer.json()]).toEqual([503, { error }])
    expect(earlier.events).toMatchObject([{ event: 'failed', status: 503, sandbox: made.id, error }])
    expect((await earlier.team(`DELETE /${made.id}`)).status).toBe(200)
  },
)

test('a better-sqlite3 that was compiled for another Node is named, and not taken for missing', () => {
  const beside = temporaryFolder()
  const module = join(beside, 'node_modules', 'better-sqlite3')
  mkdirSync(module, { recursive: true })
  writeFileSync(join(module, 'index.js'), "throw new Error('NODE_MODULE_VERSION 1')")
  const without = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
  const here = vi.spyOn(process, 'cwd').mockReturnValue(temporaryFolder())
  const open = (folder: string) => openDatabase(join(folder, 'x.sqlite'), pathToFileURL(`${folder}/`))
  try {
    expect(() => open(beside)).toThrow(
      /better-sqlite3 at .*index\.js cannot be used by Node .*NODE_MODULE_VERSION 1/,
    )
    expect(() => open(temporaryFolder())).toThrow('has no SQLite: use Node 22.13')
  } finally {
    for (const spy of [without, here]) spy.mockRestore()
  }
})
