import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Simulator } from '../index'
import { messageOf } from '../kernel/message-of'

/** The name of a file that stands for the standard output. */
export const PRINTED = '-'

/** Undefined for the standard output. */
export const asFile = (name: string | undefined): string | undefined => (name === PRINTED ? undefined : name)

/**
 * Files that options name, so that none is missed after a long run.
 * @throws Error with a message for the terminal
 */
export function checkWritable(files: Readonly<Record<string, string | undefined>>): void {
  const named = new Map<string, string>()
  for (const [option, file] of Object.entries(files)) {
    if (file === undefined) continue
    if (file === PRINTED) throw new Error(`${option} ${file}: only --json prints to the standard output`)
    // Windows and macOS do not tell names apart by their case.
    const place = resolve(file).toLowerCase()
    const other = named.get(place)
    if (other !== undefined) throw new Error(`${other} and ${option} name one file: ${file}`)
    named.set(place, option)
    checkFile(option, file)
  }
}

function checkFile(option: string, file: string): void {
  try {
    closeSync(openSync(draftOf(file), 'w'))
    rmSync(draftOf(file))
  } catch (error) {
    throw new Error(`${option} ${file} cannot be written: ${messageOf(error)}`)
  }
}

/** Writes a temporary file and renames it when complete. `tell` reports the faults that are left out. */
export function saveWorld(simulator: Simulator, file: string, tell: (line: string) => void): void {
  for (const { id, because } of simulator.faults.unexportable())
    tell(`accounting-simulator: fault ${id} ${because}, which no file can hold; it is left out of ${file}\n`)
  writeWhole('--save', file, piecesOf(simulator.export({ faults: 'leave-out' })))
}

/** Writes a file that nobody sees half written. */
export function writeWhole(option: string, file: string, pieces: Iterable<string>): void {
  const draft = draftOf(file)
  try {
    const handle = openSync(draft, 'w')
    try {
      for (const part of inParts(pieces)) writeSync(handle, part)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Error(`${option} ${file} cannot be written: ${messageOf(error)}`)
  }
}

const draftOf = (file: string): string => `${file}.${process.pid}.part`

const PART = 1024 * 1024

function* inParts(pieces: Iterable<string>): Iterable<string> {
  let part = ''
  for (const piece of pieces) {
    part += piece
    if (part.length < PART) continue
    yield part
    part = ''
  }
  yield part
}

/** The file row by row: the text of a large world would exceed the maximum length of a string. */
function* piecesOf({ tables, ...head }: ReturnType<Simulator['export']>): Iterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  for (const [at, [scope, content]] of Object.entries(tables).entries()) {
    yield `${at > 0 ? ',' : ''}\n${JSON.stringify(scope)}:{`
    for (const [place, [name, rows]] of Object.entries(content).entries()) {
      yield `${place > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`
      for (const [index, row] of rows.entries()) yield `${index > 0 ? ',' : ''}\n${JSON.stringify(row)}`
      yield ']'
    }
    yield '}'
  }
  yield '}}\n'
}
