import { createRequire } from 'node:module'
import { join } from 'node:path'
import { serveMany } from 'accounting-simulator/node'

/**
 * A process that serves the sandboxes of a directory until it is told to stop, or killed. Webhooks go to the program at
 * RECEIVER in the place of the internet; BETTER is the folder of a better-sqlite3 to store with.
 */
const [directory = '', idle = '10 seconds'] = process.argv.slice(2)
const { BETTER, RECEIVER = '' } = process.env
const database =
  BETTER === undefined
    ? undefined
    : new (createRequire(join(BETTER, 'package.json'))('better-sqlite3'))(join(directory, 'sandboxes.sqlite'))
const server = await serveMany({
  directory,
  idle,
  ...(database && { database }),
  teams: { web: 'the-token-of-the-team-web' },
  secret: 'a secret of the test',
  quotas: { requestsPerSecond: 1e6, burst: 1e6, deliveriesPerMinute: 1e6, rows: 1e9 },
  ...(RECEIVER !== '' && {
    deliver: async (request: Request) => fetch(RECEIVER, { method: 'POST', body: await request.text() }),
  }),
})
process.on('SIGTERM', () => void server.close())
process.stdout.write(`${server.url}\n`)
