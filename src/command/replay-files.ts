import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SimulatorOptions } from '../index'
import { decodedText } from '../kernel/decoded-text'
import { isObject } from '../kernel/is-object'
import { messageOf } from '../kernel/message-of'
import { didYouMean } from '../kernel/nearest-name'

/** Larger recordings are refused before they are read. */
const BYTES_AT_MOST = 64 * 1024 * 1024

/** @throws Error for a missing file, a folder, or one that is too large */
export function readRecordingFile(file: string): string {
  const size = statOf(file).size
  if (size > BYTES_AT_MOST)
    throw new Error(`${file} has ${size} bytes, and at most ${BYTES_AT_MOST} are read; split the recording`)
  const text = decodedText(readFileSync(file))
  if (text.startsWith(ZIP))
    throw new Error(`${file} is a ZIP archive; unpack it and name the .har file in it`)
  return text
}

/** The first bytes of ZIP archives, such as those that Playwright's recordHar writes. */
const ZIP = 'PK\u0003\u0004'

/** Reads files beside a recording. The recording names them; it has checked that the names have no folder. */
export const filesBeside =
  (file: string) =>
  (name: string): Uint8Array | undefined => {
    const path = join(dirname(file), name)
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() && stat.size <= BYTES_AT_MOST ? readFileSync(path) : undefined
  }

/** @throws Error naming the nearest file, if there is no such one */
function statOf(file: string) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw new Error(`${file} is a folder; replay takes a file${oneOf(file)}`)
  if (stat) return stat
  const folder = dirname(file)
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  throw new Error(`there is no file ${file}${didYouMean(basename(file), names)}`)
}

function oneOf(folder: string): string {
  const names = readdirSync(folder)
  const first = [/\.har$/i, /\.(jsonl|ndjson)$/i, /\.json$/i]
    .map((ending) => names.find((name) => ending.test(name)))
    .find((name) => name !== undefined)
  return first === undefined ? '' : `, such as ${first}`
}

type Given = Pick<SimulatorOptions, 'assumptions' | 'answers' | 'rateLimits'>

/** Options as `createSimulator` takes them, or the report that holds them. */
export function readOptionsFile(file: string): Given {
  const read = readObject('--options', file)
  const { assumptions, answers, rateLimits, ...others } = isObject(read.options) ? read.options : read
  const [other] = Object.keys(others)
  if (other !== undefined) {
    const names = ['assumptions', 'answers', 'rateLimits']
    throw new Error(`${file} has ${other}${didYouMean(other, names)}; --options takes ${names.join(', ')}`)
  }
  return {
    ...(assumptions !== undefined && { assumptions }),
    ...(answers !== undefined && { answers }),
    ...(rateLimits !== undefined && { rateLimits }),
  } as Given
}

export function readAssumptions(file: string): Given {
  const read = readObject('--assumptions', file)
  return {
    assumptions: isObject(read.assumptions) ? read.assumptions : read,
  } as Given
}

function readObject(option: string, file: string): Readonly<Record<string, unknown>> {
  statOf(file)
  const text = decodedText(readFileSync(file))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (problem) {
    throw new Error(`${option} ${file} is not JSON: ${messageOf(problem)}`)
  }
  if (!isObject(value)) throw new Error(`${option} ${file} must hold an object`)
  return value
}
