import { once } from 'node:events'
import { chmodSync, createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../../../kernel/message-of'
import type { BackupReport } from './backup'

/** Whoever may read the directory may operate it, and nobody else reaches this door. */
const socketIn = (directory: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\${directory.replace(/\W/g, '-')}`
    : join(directory, 'operator.sock')

/** Bytes of a path that operating systems take for a socket. */
const LONGEST = 103

/**
 * Answers the operator of the deployment of a directory, on this machine. Undefined where the path is too long.
 * @param copy puts a copy at a path
 * @param made is told of a copy that has become a backup: its command alone knows
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
  // One of a process that was killed. No other process serves the directory: it has the lock of the database.
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
 * Tells whether the process could write there by itself. Then its own disk may be full. The file must be there: the
 * folders of another process may be others.
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

/** Writes what the process that serves the directory has. False if none does. @throws Error if it fails */
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

/** Tells the process of a backup that was checked and is in its place. One that has ended meanwhile misses it. */
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
