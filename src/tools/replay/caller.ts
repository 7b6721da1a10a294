import type { Simulator } from 'accounting-simulator'
import { type Call, isSuccess } from './call'
import type { Simulated } from './compare-answers'
import { agreeOnLimits } from './compare-limits'
import { type IssuedKeys, NEVER_ISSUED } from './recorded-keys'
import type { ReplayState } from './replay-state'
import { Translator } from './translate'

export interface SimulatedAnswer extends Simulated {
  readonly section: string
}

const [FORBIDDEN, TOO_MANY] = [403, 429]

/** Sends the calls of a recording to a simulator, each with the key that stands for the recorded one. */
export class CallSender {
  constructor(
    private readonly simulator: Simulator,
    private readonly keys: IssuedKeys,
    private readonly progress: () => ReplayState,
  ) {}

  /** Sends the call, and undoes what the service did not do. No answer where only a rate limit made the difference. */
  async ask(call: Call) {
    const { status } = call.answer
    // Only what the service refused may have to be undone.
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
      this.simulator.parts.refill(key)
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

  /** A 403 is about the key, of which a recording shows nothing else: it lacks a permission, or it is revoked. */
  async #refusedByKey(call: Call, simulated: SimulatedAnswer): Promise<SimulatedAnswer> {
    this.simulator.parts.refill(this.keys.reader)
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
    // A browser or a recorder may have removed the key.
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

/** Tells whether the simulator refuses the key, too, in the words of the recording if it holds them. */
const isSameRefusal = ({ answer }: Call, simulated: SimulatedAnswer): boolean =>
  simulated.status === FORBIDDEN && (!answer.isHeld || simulated.body === answer.body)
