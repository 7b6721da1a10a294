/** Moves the rows of a large sandbox to and from another thread, part by part. */
import { platform } from '../host-time/platform'
import type { RowChange } from '../index'
import { invariant } from '../kernel/invariant'
import { controlAt } from '../tools/controls/controls-path'
import { type RowPlace, rowKey, type SandboxHead, type Storage } from './storage'
import type { Work, WorkOwner } from './work'
import { LARGE, type WorldJob, type WorldJobs } from './world-job'
import type { SandboxHost } from './worlds'
import type { Writer } from './writer'

/** Runs a piece of work when the team's turn comes. */
type InTurn = <T>(piece: () => T) => Promise<T>

/** Controls that need only stored rows, and no state in memory. */
const ROWS_ONLY: ReadonlySet<string> = new Set([
  '/export',
  '/books/journal',
  '/books/entries',
  '/books/check',
])

export const isAboutRows = (method: string, pathname: string): boolean =>
  method === 'GET' && ROWS_ONLY.has(controlAt(pathname) ?? '')

/** Passes the parts to `take` one by one, each in a turn of its own. */
async function eachInTurn<T>(parts: Iterable<T>, inTurn: InTurn, take: (part: T) => unknown): Promise<void> {
  const iterator = parts[Symbol.iterator]()
  for (let isOver = false; !isOver; ) {
    const taken = await inTurn(() => {
      const { done, value } = iterator.next()
      isOver = done === true
      return isOver ? [] : [take(value)]
    })
    await taken[0]
  }
}

/** Runs `use` while the stored rows equal those in memory and do not change. */
async function withStoredRows<T>(writer: Writer, use: () => Promise<T>): Promise<T> {
  const letGo = await writer.hold()
  try {
    return await use()
  } finally {
    letGo()
  }
}

export async function handOverRows(
  jobs: WorldJobs | undefined,
  storage: Storage,
  writer: Writer,
  inTurn: InTurn,
): Promise<WorldJob> {
  invariant(jobs !== undefined, 'there is another thread')
  const job = await jobs.begin()
  try {
    await withStoredRows(writer, () => eachInTurn(storage.parts(), inTurn, (part) => job.run('take', part)))
    return job
  } catch (error) {
    job.end()
    throw error
  }
}

/** Answers a control from the rows that a job receives, then ends the job. */
export async function answerOffThread(
  taking: Promise<WorldJob>,
  head: SandboxHead,
  url: string,
  { work }: SandboxHost,
): Promise<Response> {
  const job = await taking
  try {
    const { status, type, body } = await job.run('answer', head, url)
    return new platform.Response(body as BodyInit, { status, headers: { 'content-type': type } })
  } finally {
    job.end()
    work.spent(head, job.milliseconds)
  }
}

/**
 * Makes a sandbox from a job's world, and stores its rows in turns. Until the end no request finds it.
 * @throws OptionError, StorageError
 */
export async function makeOffThread(
  storage: Storage,
  head: SandboxHead,
  apiKey: string,
  job: WorldJob,
  { work, wakeAt }: SandboxHost,
  remove: () => void,
): Promise<void> {
  const { world, due } = await job.run('make', head, apiKey)
  work.spent(head, job.milliseconds)
  try {
    await storage.write({ head, isPart: true })
    for (let part = await job.run('give'); part; part = await job.run('give')) {
      await work.turn(head.team)
      await storage.write(part)
    }
    await storage.write({ head: { ...head, world }, due })
  } catch (error) {
    remove()
    throw error
  }
  if (due !== null) wakeAt(head.id, due)
}

/** Reads the rows of a large sandbox in turns before it is opened, so that others are not blocked. */
export async function readAhead(storage: Storage, owner: WorkOwner, work: Work): Promise<void> {
  if (storage.size() <= LARGE) return
  const parts = storage.readAhead()[Symbol.iterator]()
  while (!work.now(owner, () => parts.next()).done) await work.turn(owner.team)
}

/** Resets to the first rows. Differing rows are found in turns, so that only they are changed at once. */
export function goBack<T>(
  first: Iterable<readonly RowChange[]>,
  storage: Storage,
  writer: Writer,
  inTurn: InTurn,
  go: (changed: () => RowChange[]) => Promise<T>,
): Promise<T> {
  return withStoredRows(writer, async () => {
    const wanted = new Map<string, RowChange>()
    await eachInTurn(first, inTurn, (part) => {
      for (const one of part) wanted.set(rowKey(one), one)
    })
    const changes = new Map(wanted)
    const change = (key: string, place: RowPlace): void => {
      changes.set(key, wanted.get(key) ?? { ...place, row: null })
    }
    await eachInTurn(storage.parts(), inTurn, (part) => {
      for (const { json, ...place } of part) {
        const key = rowKey(place)
        const row = wanted.get(key)?.row
        if (row && JSON.stringify(row) === json) changes.delete(key)
        else change(key, place)
      }
    })
    return go(() => {
      // Requests may have written since the comparison, so the unstored rows are compared again.
      for (const { row: _, ...place } of writer.unstored()) change(rowKey(place), place)
      return [...changes.values()]
    })
  })
}
