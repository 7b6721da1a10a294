import type { Simulator } from 'accounting-simulator'
import { isObject } from '../../kernel/is-object'
import { mapValues } from '../../kernel/map-values'
import { internalsOf } from '../../simulator/internals-of'
import { type Call, isSuccess } from './call'
import { pathKind } from './collections'
import type { Simulated } from './compare-answers'
import { agreeOnLimits, type BucketReading } from './compare-limits'
import type { FoundDifference } from './difference'
import { isIdentifier, referencedCollection } from './references'
import type { ReplayState } from './replay-state'
import { type IssuedKeys, NEVER_ISSUED } from './session'

export interface SimulatedAnswer extends Simulated {
  readonly section: string
}

const [FORBIDDEN, TOO_MANY] = [403, 429]

/** Sends the calls of a recording to a simulator, each with a key that replaces the recorded one. */
export class CallSender {
  constructor(
    private readonly simulator: Simulator,
    private readonly keys: IssuedKeys,
    private readonly progress: () => ReplayState,
  ) {}

  /** Sends a call, and undoes it if the service refused it. No answer if only the rate limits differed. */
  async ask(call: Call) {
    const { status } = call.answer
    // A call may have to be undone only if the service refused it.
    const before = isSuccess(status) ? undefined : this.simulator.snapshot()
    const undo = (): void => {
      if (before) this.simulator.restore(before)
    }
    const key = this.keys.ofRecording.get(call.keyLabel) ?? this.simulator.apiKey
    const simulated = await this.#send(call, key)
    if (status === TOO_MANY && simulated.status !== TOO_MANY) {
      undo()
      return { agreesOnLimits: this.progress().unknownLimits.has(call.keyLabel) }
    }
    if (status !== TOO_MANY && simulated.status === TOO_MANY) {
      this.progress().unknownLimits.add(call.keyLabel)
      this.progress().overdrawn.add(call.keyLabel)
      internalsOf(this.simulator).refill(key)
      return { simulated: await this.#send(call, key), agreesOnLimits: false }
    }
    const agreesOnLimits = this.progress().unknownLimits.has(call.keyLabel) || agreeOnLimits(call, simulated)
    if (status === FORBIDDEN && !isSameRefusal(call, simulated)) {
      undo()
      return { simulated: await this.#refusedByKey(call, simulated), agreesOnLimits }
    }
    if (call.isWrite && isSuccess(simulated.status)) undo()
    return { simulated, agreesOnLimits }
  }

  /** Finds the reason of a 403, which a recording does not show: a missing permission or a revoked key. */
  async #refusedByKey(call: Call, simulated: SimulatedAnswer): Promise<SimulatedAnswer> {
    internalsOf(this.simulator).refill(this.keys.reader)
    const asReader = await this.#send(call, this.keys.reader)
    if (isSameRefusal(call, asReader)) return asReader
    const asStranger = await this.#send(call, NEVER_ISSUED)
    const isInOtherWords = simulated.status === FORBIDDEN && !isSameRefusal(call, asStranger)
    return isInOtherWords ? simulated : asStranger
  }

  async #send(call: Call, key: string): Promise<SimulatedAnswer> {
    const headers: Record<string, string> = {}
    for (const name of ['content-type', 'idempotency-key', 'accept']) {
      const text = call.headers.get(name)
      if (text !== undefined) headers[name] = text
    }
    // Unless the answer was 401, a missing key was removed by a browser or the recorder.
    if (call.answer.status !== 401) headers['x-api-key'] = key
    const translator = new Translator(this.progress())
    const body = translator.body(call)
    const response = await this.simulator.fetch(this.simulator.baseUrl + translator.path(call), {
      method: call.method,
      headers,
      ...(body !== null && call.isWrite && { body }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: new Map(response.headers),
      body: text,
      json: /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined,
      section: this.simulator.traffic.at(-1)?.reason.section ?? '',
    }
  }
}

/** True if the simulator also answers 403, with the recorded body if the recording contains one. */
const isSameRefusal = ({ answer }: Call, simulated: SimulatedAnswer): boolean =>
  simulated.status === FORBIDDEN && (!answer.isHeld || simulated.body === answer.body)

/** Recorded identifiers without a counterpart become numbers above any that the simulator assigns. */
const UNKNOWN_FROM = 700_000_000

/** Members that contain an identifier in answers, but a position in requests (§13.1). */
const POSITIONS = ['performance_obligation_id']

/** Translates recorded requests into requests with the simulator's identifiers. */
class Translator {
  constructor(private readonly progress: ReplayState) {}

  path({ collection, identifier, pathname, query }: Call): string {
    const translated = new URLSearchParams()
    for (const [name, text] of query)
      translated.append(
        name,
        text
          .split(',')
          .map((one) => this.#text(collection, name, one))
          .join(','),
      )
    const search = translated.size > 0 ? `?${translated}` : ''
    if (identifier === undefined) return pathname + search
    const known = this.#identifier(pathKind(collection), identifier)
    return pathname.replace(`/${identifier}`, `/${known}`) + search
  }

  /** The recorded bytes, unless an identifier in them differs in the simulator. */
  body({ bodyCollection: collection, body, json }: Call): string | null {
    if (body === null || json === undefined) return body
    const walk = (value: unknown, path: readonly string[]): unknown => {
      if (Array.isArray(value)) return value.map((one) => walk(one, path))
      if (!isObject(value)) return value
      return mapValues(value, (held, name) => this.#member(collection, path, name, held, walk))
    }
    const text = JSON.stringify(walk(json, []))
    return text === JSON.stringify(json) ? body : this.#apart(text, body)
  }

  #member(
    collection: string,
    path: readonly string[],
    name: string,
    value: unknown,
    walk: (value: unknown, path: readonly string[]) => unknown,
  ): unknown {
    const kind = POSITIONS.includes(name) ? undefined : referencedCollection(collection, path, name)
    const translate = (one: unknown): unknown =>
      kind !== undefined && isIdentifier(one) ? this.#identifier(kind, one) : walk(one, [...path, name])
    return Array.isArray(value) ? value.map(translate) : translate(value)
  }

  #text(collection: string, name: string, text: string): string {
    const kind = referencedCollection(collection, [], name)
    return kind !== undefined && /^\d+$/.test(text) ? String(this.#identifier(kind, text)) : text
  }

  #identifier(kind: string, recorded: number | string): number | string {
    const known = this.progress.bindings.simulated(kind, recorded)
    if (known !== undefined) return known
    // An identifier that was never in an answer must not match a record that the simulator made.
    const isTaken = this.progress.bindings.recorded(kind, recorded) !== undefined
    if (!isTaken || !/^\d+$/.test(String(recorded))) return recorded
    const stranger = UNKNOWN_FROM + (Number(recorded) % UNKNOWN_FROM)
    this.progress.bindings.bind(kind, recorded, stranger)
    return stranger
  }

  /** Appends spaces, so that different recorded bodies stay different under one idempotency key. */
  #apart(text: string, original: string): string {
    const known = this.progress.originals.get(text) ?? []
    const originals = known.includes(original) ? known : [...known, original]
    this.progress.originals.set(text, originals)
    return text + ' '.repeat(originals.indexOf(original))
  }
}

export interface PlayedCall {
  readonly differences: readonly FoundDifference[]
  readonly section: string
  /** The reason why the call was not compared, or only in part. */
  readonly notCompared?: string
  /** True if the rate limit headers agree, or both answers are a 429. */
  readonly agreesOnLimits: boolean
  readonly limits?: BucketReading
}

export const NO_ANSWER: SimulatedAnswer = {
  status: 0,
  headers: new Map(),
  body: '',
  json: undefined,
  section: '',
}

export const skipped = (reason: string): PlayedCall => ({
  differences: [],
  section: '',
  agreesOnLimits: true,
  notCompared: reason,
})
