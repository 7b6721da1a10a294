import { join } from 'node:path'
import type * as node from 'accounting-simulator/node'
import { type Opened, sqliteHere } from '../test/sandbox/storages'
import { temporaryFolder } from '../test/support/temporary-folder'

/** A process that serves teams with the package in a folder, until it is told to end. */
const [teams = '{}', folder = '', quotas = '{}'] = process.argv.slice(2)
const { serveMany } = (await import(join(folder, 'node.js'))) as typeof node
const directory = temporaryFolder()
const Database = sqliteHere as Opened
const server = await serveMany({
  ...{ directory, teams: JSON.parse(teams), quotas: JSON.parse(quotas), idle: '3 seconds' },
  // An older version asks for it.
  secret: 'a secret of the measurement',
  database: new Database(join(directory, 'sandboxes.sqlite')),
})
// The directory is temporary, so nothing has to be stored.
process.on('message', () => process.exit())
process.send?.(server.url)
