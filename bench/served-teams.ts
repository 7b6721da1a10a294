import { join } from 'node:path'
import { type Opened, sqliteHere, temporaryFolder } from '../test/sandbox/shelves'
import { serveMany } from './built'

/** A process that serves the teams of its argument at the usual quotas, until it is told to end. */
const teams = JSON.parse(process.argv[2] ?? '{}')
const directory = temporaryFolder()
const Database = sqliteHere as Opened
const server = await serveMany({
  ...{ directory, teams, idle: '3 seconds' },
  database: new Database(join(directory, 'sandboxes.sqlite')),
})
process.on('message', async () => {
  await server.close()
  process.exit()
})
process.send?.(server.url)
