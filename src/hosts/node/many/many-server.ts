import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { answerAt, type Deployment } from '../../../sandbox/deployment'
import { LocalFleet } from '../../../sandbox/local-fleet'
import { Ids } from '../../../sandbox/proofs'
import { addressed, originOf } from '../../../sandbox/route'
import { teamsByHash } from '../../../sandbox/teams'
import { Tries } from '../../../sandbox/tries'
import { controls } from '../../../tools/controls/index'
import { requestOf } from '../request'
import { rulesIn } from '../rules'
import { listen, type SimulatorServer } from '../server'
import { TEAM_PAGE, uiResponse } from '../ui'
import { Chores } from './chores'
import { addressOf } from './client-address'
import { deliver as deliverPublicly } from './deliver'
import type { ManySettings } from './options'
import { type SqliteDatabase, SqliteFile } from './sqlite-file'
import { SqliteShelf } from './sqlite-shelf'

/** Serves the sandboxes of a directory until it is closed. */
export async function openMany(settings: ManySettings, builtPackage: URL): Promise<SimulatorServer> {
  const { directory, database, port, host, teams, secret, quotas, deliver, idle, grace } = settings
  const byHash = await teamsByHash(teams)
  mkdirSync(directory, { recursive: true })
  const file = new SqliteFile(database ?? openDatabase(join(directory, 'sandboxes.sqlite')))
  const shelf = new SqliteShelf(file)
  let deployment: Deployment | undefined
  const door = async (incoming: IncomingMessage): Promise<Response> => {
    if (!deployment) throw new Error('a request came before the server listened')
    const page = settings.ui ? teamPage(deployment.domain, incoming, builtPackage) : undefined
    return page ?? answerIncoming(deployment, incoming)
  }
  const opening = listen({ simulator: UNUSED, door, isNamed: () => true }, { port, host, grace })
  const server = await opening.catch((error) => {
    file.close()
    throw error
  })
  const domain = domainAt(settings.domain, server.port)
  const now = (): number => Date.now()
  let chores: Chores | undefined
  const engine = { createSimulator, controls }
  const turn = (): Promise<void> => new Promise(setImmediate)
  const send = deliver ?? ((request: Request) => deliverPublicly(request))
  const fleet = new LocalFleet(shelf, { engine, domain, quotas, now, turn, send }, (at) => chores?.plan(at))
  chores = new Chores(fleet, idle)
  const agents: Deployment['agents'] = async (request, url, fetch) => {
    // Loaded for the first agent.
    const { answerAgent } = await import('../../../tools/mcp/over-http')
    return answerAgent(request, { url, fetch, documentation: rulesIn(builtPackage), most: quotas.body })
  }
  const tries = new Tries(quotas.triesPerMinute)
  deployment = { fleet, ids: new Ids(secret), domain, teams: byHash, quotas, now, tries, agents }
  let closing: Promise<void> | undefined
  const shutDown = async (): Promise<void> => {
    await server.close()
    await chores?.stop()
    await fleet.close()
    file.close()
  }
  return {
    ...server,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

/** All requests go through the door. */
const UNUSED = { baseUrl: '', fetch: () => Promise.reject(new Error('there is no simulator')) }
const ID = /^[a-z2-7]{22}$/

/** The page is no secret: it asks for the token of the team. Undefined for other paths. */
export function teamPage(domain: string, incoming: IncomingMessage, builtPackage: URL): Response | undefined {
  const { host = '' } = incoming.headers
  if (addressed(host, () => undefined, domain).isByHost) return undefined
  const [path = ''] = (incoming.url ?? '').split('?')
  return uiResponse(TEAM_PAGE, path, incoming.method ?? 'GET', builtPackage)
}

/** The request as one at the origin of its sandbox. */
function answerIncoming(deployment: Deployment, incoming: IncomingMessage): Promise<Response> {
  const { domain } = deployment
  const { host = '', ...headers } = incoming.headers
  const { id = '' } = addressed(host, (name) => headers[name], domain)
  const origin = ID.test(id) ? originOf(id, domain) : 'http://localhost'
  return answerAt(deployment, { host, ...addressOf(incoming) }, requestOf(origin, incoming))
}

/** The local domain has the port of the server. */
const domainAt = (domain: string, port: number): string =>
  domain === 'localhost' ? `localhost:${port}` : domain

/** @throws Error on a Node without SQLite */
function openDatabase(path: string): SqliteDatabase {
  const sqlite = process.getBuiltinModule?.('node:sqlite' as string) as
    | { readonly DatabaseSync: new (path: string) => SqliteDatabase }
    | undefined
  if (!sqlite)
    throw new Error(
      'this Node has no SQLite: use Node 22.13 or later, or give a database of better-sqlite3 as the option database',
    )
  return new sqlite.DatabaseSync(path)
}
