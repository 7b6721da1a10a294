/** A large sandbox and the other thread: its rows go there and come from there part by part. */
import { platform } from '../host-time/platform'
import type { RowChange } from '../index'
import { invariant } from '../kernel/invariant'
import { CONTROLS_PATH } from '../tools/controls/controls-path'
import type { SandboxInfo, Storage } from './storage'
import type { WorkOwner, WorkQueue } from './work'
import { LARGE, type WorldJob, type WorldJobs } from './world-job'
import type { SandboxHost } from './worlds'
import type { Writer } from './writer'

/** Does a piece of work when it is its turn. */
type InTurn = <T>(piece: () => T) => Promise<T>

/** Controls that read all rows, and nothing that is in memory only. */
const ROWS_ONLY: ReadonlySet<string> = new Set(
  ['/export', '/books/journal', '/books/entries', '/books/check'].map((path) => CONTROLS_PATH + path),
)

export const isAboutRows = (method: string, pathname: string): boolean =>
  method === 'GET' && ROWS_ONLY.has(pathname.replace(/\/$/, ''))

export async function handOverRows(
  jobs: WorldJobs | undefined,
  storage: Storage,
  writer: Writer,
  inTurn: InTurn,
): Promise<WorldJob> {
  invariant(jobs !== undefined, 'there is another thread')
  const job = await jobs.begin()
  let letGo: (() => void) | undefined
  try {
    letGo = await writer.hold()
    const parts = storage.parts()[Symbol.iterator]()
    for (;;) {
      const { done, value } = await inTurn(() => parts.next())
      if (done) return job
      await job.take(value)
    }
  } catch (error) {
    job.end()
    throw error
  } finally {
    letGo?.()
  }
}

/** Answers a control from the rows that a job takes, and ends it. */
export async function answerOffThread(
  taking: Promise<WorldJob>,
  head: SandboxInfo,
  url: string,
  { work }: SandboxHost,
): Promise<Response> {
  const job = await taking
  try {
    const { status, type, body } = await job.answer(head, url)
    return new platform.Response(body as BodyInit, { status, headers: { 'content-type': type } })
  } finally {
    job.end()
    work?.spent(head, job.milliseconds)
  }
}

/**
 * Makes a sandbox from the world of a job, and stores its rows in turns. It is nobody's until all of them are there.
 * @throws OptionError, StorageError
 */
export async function makeOffThread(
  storage: Storage,
  head: SandboxInfo,
  apiKey: string,
  job: WorldJob,
  { work, wakeAt }: SandboxHost,
  remove: () => void,
): Promise<void> {
  const { world, due } = await job.make(head, apiKey)
  work?.spent(head, job.milliseconds)
  try {
    await storage.write({ head, isPart: true })
    for (let part = await job.give(); part; part = await job.give()) {
      await work?.turn(head.team)
      await storage.write(part)
    }
    await storage.write({ head: { ...head, world }, due })
  } catch (error) {
    remove()
    throw error
  }
  if (due !== null) wakeAt(head.id, due)
}

/** Reads the rows of a large sandbox in turns, before it is opened. */
export async function readAhead(storage: Storage, owner: WorkOwner, work: WorkQueue): Promise<void> {
  if (storage.size() <= LARGE) return
  const parts = storage.readAhead()[Symbol.iterator]()
  while (!work.now(owner, () => parts.next()).done) await work.turn(owner.team)
}

/** The rows that a reset returns to, read in turns; undefined for a world that can be made again. */
export async function firstRows(storage: Storage, inTurn: InTurn): Promise<RowChange[] | undefined> {
  const parts = storage.first()?.[Symbol.iterator]()
  if (!parts) return undefined
  const rows: RowChange[] = []
  for (;;) {
    const { done, value } = await inTurn(() => parts.next())
    if (done) return rows
    rows.push(...value)
  }
}
