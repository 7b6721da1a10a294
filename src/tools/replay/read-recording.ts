import { shown } from '../../errors/option-error'
import { endlessCount, members, orUndefined } from '../../errors/reader'
import { parseJson } from '../../kernel/decoded-text'
import { messageOf } from '../../kernel/message-of'
import { readExchange } from './read-exchange'
import { isHar, type ReadAttached, readHar } from './read-har'
import { type RecordedExchange, type Recording, RecordingError } from './recorded-exchange'
import { Redaction } from './redaction'

export interface RecordingLimits {
  /** The largest size of a text recording in characters. @default 67108864 */
  readonly characters?: number
  /** The most exchanges. @default 5000 */
  readonly exchanges?: number
  /** The deepest nesting of a body. @default 64 */
  readonly depth?: number
  /** The most members and elements that are parsed, in the file and in its bodies. @default 3000000 */
  readonly values?: number
}

const RECORDING_LIMITS: Required<RecordingLimits> = {
  characters: 64 * 1024 * 1024,
  exchanges: 5000,
  depth: 64,
  values: 3_000_000,
}

const limit = orUndefined(endlessCount)
const readGiven = members({ characters: limit, exchanges: limit, depth: limit, values: limit })

/** The limits with their defaults. @throws OptionError */
export const readLimits = (given: RecordingLimits = {}): Required<RecordingLimits> => ({
  ...RECORDING_LIMITS,
  ...readGiven(given, 'limits'),
})

/** The nesting level of an already parsed body within its exchange. */
export const AROUND_A_BODY = 8

/**
 * Reads a HAR, JSON lines, an array of exchanges or a simulator's traffic, and removes its secrets.
 * @throws RecordingError
 */
export function readRecording(
  recording: unknown,
  limits: Required<RecordingLimits>,
  attached?: ReadAttached,
): Recording {
  const exchanges: RecordedExchange[] = []
  const whole = typeof recording === 'string' ? withoutCutLine(recording) : recording
  const isCutOff = whole !== recording
  for (const exchange of readAny(whole, limits, bounded(limits, attached))) {
    if (exchanges.length === limits.exchanges)
      throw new RecordingError(
        '',
        `there are more than ${limits.exchanges} exchanges; split the recording, or raise limits.exchanges`,
      )
    const size = exchange.response.body.length + (exchange.request.body?.length ?? 0)
    if (size > limits.characters) throw tooLarge(limits)
    exchanges.push(exchange)
  }
  if (exchanges.length === 0) throw new RecordingError('', 'the recording is empty')
  const redaction = new Redaction()
  for (const exchange of exchanges) redaction.learn(exchange)
  return { exchanges: exchanges.sort((a, b) => a.at - b.at).map((one) => redaction.clean(one)), isCutOff }
}

/** Reads the files beside a HAR, up to the limit for all of them together. */
function bounded(
  limits: Required<RecordingLimits>,
  attached: ReadAttached | undefined,
): ReadAttached | undefined {
  let sum = 0
  return (
    attached &&
    ((name) => {
      const content = attached(name)
      sum += content?.length ?? 0
      if (sum > limits.characters) throw tooLarge(limits)
      return content
    })
  )
}

function readAny(
  recording: unknown,
  limits: Required<RecordingLimits>,
  attached: ReadAttached | undefined,
): Iterable<RecordedExchange> {
  if (typeof recording === 'string') {
    if (recording.length > limits.characters) throw tooLarge(limits)
    const { depth, values } = limits
    return readText(recording, { depth: depth + AROUND_A_BODY, values }, attached)
  }
  if (Array.isArray(recording)) return readList(recording)
  if (isHar(recording)) return readHar(recording, attached)
  throw new RecordingError(
    '',
    'a recording is a HAR 1.2 file, lines of JSON, a list of exchanges, or the traffic of a simulator, ' +
      `not ${shown(recording)}`,
  )
}

const tooLarge = ({ characters }: Required<RecordingLimits>): RecordingError =>
  new RecordingError(
    '',
    `the recording has more than ${characters} characters; split it, or raise limits.characters`,
  )

function* readList(list: readonly unknown[]): Iterable<RecordedExchange> {
  for (const [index, value] of list.entries()) yield readExchange(value, `exchange ${index}`)
}

function readText(
  text: string,
  allowance: ParseBudget,
  attached: ReadAttached | undefined,
): Iterable<RecordedExchange> {
  // Removes a byte order mark.
  if (text.startsWith('\uFEFF')) return readText(text.slice(1), allowance, attached)
  if (text.trim() === '') throw new RecordingError('', 'the recording is empty')
  if (isLines(text)) return readLines(text, allowance)
  const value = jsonIn(text, '', allowance)
  if (Array.isArray(value)) return readList(value)
  if (isHar(value)) return readHar(value, attached)
  return readList([value])
}

/** True for JSON lines: the first line is a complete JSON object, and more text follows. */
function isLines(text: string): boolean {
  const first = (/\S.*/.exec(text)?.[0] ?? '').trimEnd()
  if (!first.startsWith('{') || !text.slice(text.indexOf(first) + first.length).trim()) return false
  const value = parseJson(first)
  return value !== undefined && !isHar(value)
}

/** Removes an incomplete last line, which a killed recorder leaves. The lines before it are complete. */
function withoutCutLine(text: string): string {
  const end = text.lastIndexOf('\n') + 1
  return end > 0 && isUnclosed(text.slice(end)) && isLines(text) ? text.slice(0, end) : text
}

function* readLines(text: string, allowance: ParseBudget): Iterable<RecordedExchange> {
  let line = 0
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const content = text.slice(start, end).trim()
    line += 1
    start = end + 1
    if (content !== '') yield readExchange(jsonIn(content, `line ${line}`, allowance), `line ${line}`)
  }
}

function jsonIn(text: string, place: string, allowance: ParseBudget): unknown {
  weighJson(text, allowance, place)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    const ofName = /^[^\n{["]+\.\w+$/.test(text) ? '; the text of a file is taken, not its name' : ''
    const hint = isUnclosed(text) ? '; it seems to be cut off' : ofName
    throw new RecordingError(place, `this is not JSON (${messageOf(error).slice(0, 120)})${hint}`)
  }
  throw new RecordingError(place, 'this is JSON, but neither an object nor a list')
}

/** True if a string, an array or an object in the text does not end. */
function isUnclosed(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string
    if (sign === '"') {
      at = endOfText(text, at)
      if (at < 0) return true
    } else if ('[{'.includes(sign)) depth += 1
    else if (']}'.includes(sign)) depth -= 1
  }
  return depth > 0
}

/** The index of the closing quote of a JSON string; -1 if it has none. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  const isEscaped = (): boolean => {
    let backslashes = 0
    while (text[end - backslashes - 1] === '\\') backslashes += 1
    return backslashes % 2 === 1
  }
  while (end >= 0 && isEscaped()) end = text.indexOf('"', end + 1)
  return end
}

/** Parses a JSON body; undefined for other texts. @throws RecordingError if it is too deep or too wide */
export function parsedBody(text: string, allowance: ParseBudget, place: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  weighJson(text, allowance, place)
  return parseJson(text)
}

/** The limits of parsing. */
export interface ParseBudget {
  /** Members and elements that may still be parsed. */
  values: number
  /** The deepest nesting. */
  readonly depth: number
  /** True if the caller has no option to raise the limits. */
  readonly isFixed?: boolean
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]

/**
 * Refuses JSON that would take much more memory than its text: `[[],[],[]` takes twenty times as much.
 * @throws RecordingError before anything is parsed
 */
export function weighJson(text: string, allowance: ParseBudget, place: string): void {
  let [values, depth, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (code === COMMA) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1
      depth += 1
      if (depth > allowance.depth)
        throw new RecordingError(
          place,
          `a body nests deeper than ${allowance.depth} levels${allowance.isFixed ? '' : '; raise limits.depth'}`,
        )
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  allowance.values -= values
  if (allowance.values < 0)
    throw new RecordingError(
      place,
      `the recording has too many members and entries${allowance.isFixed ? '' : '; split it, or raise limits.values'}`,
    )
}
