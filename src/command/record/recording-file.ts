import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { codeOf, messageOf } from '../../kernel/message-of'
import { readExchange } from '../../tools/replay/read-exchange'
import { AROUND_A_BODY, parsedBody, readLimits, weighJson } from '../../tools/replay/read-recording'
import { isRecordingError, type RecordedExchange } from '../../tools/replay/recorded-exchange'
import { Redaction } from '../../tools/replay/redaction'
import type { Passed } from './forward'

/** A company's names and amounts are for its owner alone. */
const PRIVATE_FILE = 0o600

export interface RecordedLine {
  /** The exchange without its secrets. */
  readonly exchange: RecordedExchange
  /** The reason why the recording lacks it, or a body of it. */
  readonly notes: readonly string[]
  readonly isRecorded: boolean
}

/** Lines of JSON that `replay` reads, each written as soon as its exchange is over. */
export class RecordingFile {
  readonly #handle: number
  readonly #redaction = new Redaction()
  readonly #limits = readLimits()
  readonly #ofLines = {
    values: this.#limits.values,
    depth: this.#limits.depth + AROUND_A_BODY,
    isFixed: true,
  }
  readonly #ofBodies = { values: this.#limits.values, depth: this.#limits.depth, isFixed: true }
  #bytes = 0
  #lines = 0
  #isClosed = false

  /** @throws Error with a message for the terminal, if the file is there or cannot be written */
  constructor(private readonly file: string) {
    try {
      this.#handle = openSync(file, 'ax', PRIVATE_FILE)
    } catch (error) {
      if (codeOf(error) === 'EEXIST')
        throw new Error(`--file ${file} is there already; name another one, so that no recording is lost`)
      throw new Error(`--file ${file} cannot be written: ${messageOf(error)}`)
    }
  }

  /** Exchanges that it holds. */
  get size(): number {
    return this.#lines
  }

  /** @throws Error with a message for the terminal, if the line cannot be written; the file then holds those before */
  add(passed: Passed): RecordedLine {
    const [request, answer] = [passed.request, passed.answer].map((one) =>
      one?.body.read(one.headers, one.isWhole),
    )
    const notes = [
      ...(request?.notHeld === undefined
        ? []
        : [`the body of the request is not recorded: ${request.notHeld}`]),
      ...(answer?.notHeld === undefined ? [] : [`the body of the answer is not recorded: ${answer.notHeld}`]),
    ]
    const given: RecordedExchange = {
      at: passed.at,
      request: {
        method: passed.method,
        url: passed.url,
        headers: passed.request.headers,
        body: request?.text ?? null,
        isHeld: request?.notHeld === undefined,
      },
      response: {
        status: passed.answer?.status ?? 0,
        headers: passed.answer?.headers ?? new Map(),
        body: answer?.text ?? '',
        isHeld: answer?.notHeld === undefined,
      },
    }
    this.#redaction.learn(given)
    this.#redaction.learnBodies(given)
    const exchange = this.#redaction.clean(given)
    const line = lineOf(exchange, { request: request?.notHeld, answer: answer?.notHeld })
    const refusal = this.#isClosed ? 'the recording has ended' : this.#refusal(exchange, line)
    if (refusal !== undefined) return { exchange, notes: [`not recorded: ${refusal}`], isRecorded: false }
    this.#append(line)
    return { exchange, notes, isRecorded: true }
  }

  /** The reason why `replay` could not read the recording with this line in it. */
  #refusal({ request, response }: RecordedExchange, line: string): string | undefined {
    const { characters, exchanges } = this.#limits
    if (this.#lines === exchanges)
      return `replay reads at most ${exchanges} exchanges; begin another recording`
    if (this.#bytes + Buffer.byteLength(line) > characters)
      return `replay reads at most ${characters} bytes; begin another recording`
    try {
      weighJson(line, this.#ofLines, '')
      readExchange(JSON.parse(line), '')
      for (const body of [request.body ?? '', response.body]) parsedBody(body, this.#ofBodies, '')
      return undefined
    } catch (error) {
      if (isRecordingError(error)) return `replay could not read it: ${error.message}`
      throw error
    }
  }

  #append(line: string): void {
    const bytes = Buffer.from(line)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at)
    } catch (error) {
      ftruncateSync(this.#handle, this.#bytes)
      throw new Error(`--file ${this.file} cannot be written: ${messageOf(error)}`)
    }
    this.#bytes += bytes.length
    this.#lines += 1
  }

  /** A recording without a line is removed. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    fsyncSync(this.#handle)
    closeSync(this.#handle)
    if (this.#lines === 0) rmSync(this.file, { force: true })
  }
}

function lineOf(
  { at, request, response }: RecordedExchange,
  notHeld: { readonly request: string | undefined; readonly answer: string | undefined },
): string {
  const line = {
    at: new Date(at).toISOString(),
    request: {
      method: request.method,
      url: request.url.href,
      headers: Object.fromEntries(request.headers),
      body: request.body,
      notHeld: notHeld.request,
    },
    response:
      response.status === 0
        ? null
        : {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body: response.body,
            notHeld: notHeld.answer,
          },
  }
  return `${JSON.stringify(line)}\n`
}
