import { once } from 'node:events'
import { chmodSync, createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../../../kernel/message-of'
import type { BackupReport } from './backup'

/** The path of the operator's socket. Only users who may read the directory may connect. */
const socketIn = (directory: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\${directory.replace(/\W/g, '-')}`
    : join(directory, 'operator.sock')

/** The longest path in bytes that operating systems accept for a socket. */
const LONGEST = 103

/**
 * Serves the operator of the directory through a local socket. Undefined if the socket's path is too long.
 * @param copy writes a copy of the database to a path
 * @param made called when a copy has become a backup
 */
export async function openOperatorSocket(
  directory: string,
  copy: (path: string) => Promise<unknown>,
  made: (report: BackupReport) => void,
): Promise<Server | undefined> {
  const path = socketIn(directory)
  if (Buffer.byteLength(path) > LONGEST) return undefined
  let count = 0
  const server = createServer(async ({ url = '' }, outgoing) => {
    count += 1
    const draft = join(directory, `backup-${count}.part`)
    const { pathname, searchParams: query } = new URL(url, 'http://operator')
    const to = query.get('to')
    try {
      if (pathname === MADE) {
        made({ sandboxes: Number(query.get('sandboxes')), bytes: Number(query.get('bytes')) })
        return void outgoing.writeHead(204).end()
      }
      if (to !== null && (await isWritten(to, copy))) return void outgoing.writeHead(204).end()
      await copy(draft)
      await pipeline(createReadStream(draft), outgoing)
    } catch (error) {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500).end(`${draft}: ${messageOf(error)}${to === null ? '' : OTHER_WAY}`)
    } finally {
      rmSync(draft, { force: true })
    }
  })
  // Left by a killed process. No other process serves the directory, because its database is locked.
  if (process.platform !== 'win32') rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return server
}

const MADE = '/made'
const OTHER_WAY =
  '. Take a folder that the process itself may write to, on a disk with room, or end the process first'

/**
 * Tries to write the copy to the client's path, since this process' own disk may be full. The file must
 * exist, because client and process may see different folders.
 */
async function isWritten(to: string, copy: (path: string) => Promise<unknown>): Promise<boolean> {
  try {
    if (statSync(to).size > 0) return false
    await copy(to)
    return true
  } catch {
    return false
  }
}

/** Copies the served database. False if no process serves the directory. @throws Error if it fails */
export async function fetchBackup(directory: string, target: string): Promise<boolean> {
  const path = socketIn(directory)
  if (process.platform !== 'win32' && !existsSync(path)) return false
  const query = new URLSearchParams({ to: resolve(target) })
  const sent = request({ socketPath: path, path: `/backup?${query}` })
  sent.end()
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    if (answer.statusCode === 204) return true
    if (answer.statusCode === 200) {
      await pipeline(answer, createWriteStream(target))
      return true
    }
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    throw new Error(text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false
    throw error
  }
}

/** Tells the serving process that a checked backup is in place. A process that has ended needs no news. */
export async function tellBackup(directory: string, { sandboxes, bytes }: BackupReport): Promise<void> {
  const sent = request({
    socketPath: socketIn(directory),
    path: `${MADE}?sandboxes=${sandboxes}&bytes=${bytes}`,
  })
  sent.end()
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.destroy()
  } catch {}
}
