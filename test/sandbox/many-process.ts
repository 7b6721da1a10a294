import { serveMany } from 'accounting-simulator/node'

/** A process that serves the sandboxes of a directory until it is told to stop, or killed. */
const [directory = '', idle = '10 seconds'] = process.argv.slice(2)
const server = await serveMany({
  directory,
  idle,
  teams: { web: 'web-token' },
  secret: 'a secret of the test',
  quotas: { requestsPerSecond: 1e6, burst: 1e6 },
})
process.on('SIGTERM', () => void server.close())
process.stdout.write(`${server.url}\n`)
