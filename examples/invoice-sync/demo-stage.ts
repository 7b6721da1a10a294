import type { Simulator } from 'accounting-simulator'

interface Deadline {
  readonly after: number
  readonly controller: AbortController
  /** Unknown until its request is sent: waiting for one's turn here is no waiting for the service. */
  at?: number
}

const LATENCY_MILLISECONDS = 1000

/**
 * The world that an integration runs in when a scenario is played: its network, its clock and its timeouts all go
 * by the simulator's time. An answer takes a second; while answers are held back and nobody does anything else,
 * time goes on to whatever is due next.
 */
export class Stage {
  readonly #simulator: Simulator
  readonly #deadlines = new Map<AbortSignal, Deadline>()
  /** Time moves one step at a time. */
  #lastStep: Promise<unknown> = Promise.resolve()
  #stepsToCome = 0
  #underWay = 0
  #isWatching = false

  constructor(simulator: Simulator) {
    this.#simulator = simulator
  }

  readonly now = (): number => Date.parse(this.#simulator.clock.now)

  readonly sleep = (milliseconds: number): Promise<unknown> => this.#moveTo(() => this.now() + milliseconds)

  /** As AbortSignal.timeout, by the simulator's clock. */
  readonly timeout = (milliseconds: number): AbortSignal => {
    const controller = new AbortController()
    this.#deadlines.set(controller.signal, { after: milliseconds, controller })
    return controller.signal
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    await this.sleep(LATENCY_MILLISECONDS)
    const deadline = init.signal ? this.#deadlines.get(init.signal) : undefined
    if (deadline) deadline.at = this.now() + deadline.after
    this.#underWay += 1
    try {
      const answer = this.#simulator.fetch(url, init)
      void this.#keepTimeMoving()
      return await answer
    } finally {
      this.#underWay -= 1
      if (init.signal) this.#deadlines.delete(init.signal)
    }
  }

  /** For who answers a delivery: time stands still meanwhile, so that an answer which is held back never comes. */
  readonly fetchAtOnce = async (url: string, init: RequestInit): Promise<Response> => {
    if (init.signal) this.#deadlines.delete(init.signal)
    const tooLate = new AbortController()
    const answer = this.#simulator.fetch(url, { ...init, signal: tooLate.signal })
    void turns(5).then(() => tooLate.abort(tookTooLong()))
    return answer
  }

  #moveTo(target: () => number): Promise<unknown> {
    this.#stepsToCome += 1
    const step = this.#lastStep.then(async () => {
      await this.#simulator.clock.advanceTo(new Date(Math.max(target(), this.now())).toISOString())
      this.#stepsToCome -= 1
      for (const { at, controller } of this.#deadlines.values())
        if (at !== undefined && at <= this.now()) controller.abort(tookTooLong())
    })
    this.#lastStep = step
    return step
  }

  /** An answer that is held back comes when its time does, which nobody would move if all are waiting for it. */
  async #keepTimeMoving(): Promise<void> {
    if (this.#isWatching) return
    this.#isWatching = true
    for (;;) {
      await turns(1)
      if (this.#underWay === 0) break
      if (this.#stepsToCome > 0) continue
      const held = this.#simulator.clock.pending().filter(({ kind }) => kind === 'parked-response')
      if (held.length === 0) continue
      const deadlines = [...this.#deadlines.values()].flatMap(({ at }) => at ?? [])
      const times = [...held.map(({ due }) => Date.parse(due)), ...deadlines]
      await this.#moveTo(() => Math.min(...times))
    }
    this.#isWatching = false
  }
}

const tookTooLong = (): DOMException => new DOMException('The service took too long', 'TimeoutError')

/** Lets everything happen that waits for nothing but its turn. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
