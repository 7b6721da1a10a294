/** Limits a control that moves time. Between two steps the guard decides whether the control may go on. */
import { UsageError } from '../errors/usage-error'
import { Deliveries } from './deliveries'
import { HostAnswer, overQuota, STAYS } from './quotas'
import type { SandboxHead, Storage } from './storage'
import type { Pace, SandboxHost } from './worlds'

export class AdvanceGuard {
  /** The abort signals of the controls under way that may change something. */
  readonly #callers = new Set<AbortSignal>()
  readonly deliveries: Deliveries
  /** The response that says why time was stopped. */
  #stopped: HostAnswer | undefined

  constructor(
    private readonly head: SandboxHead,
    private readonly storage: Storage,
    private readonly host: SandboxHost,
  ) {
    this.deliveries = new Deliveries(
      head.clock,
      host,
      () => this.#callers.size > 0,
      (answer) => {
        throw this.#stop(answer)
      },
    )
  }

  get pace(): Pace {
    const { work } = this.host
    return {
      mayGoOn: () => {
        const stopped = this.#reason()
        if (!stopped) return work.turn(this.head.team)
        return Promise.reject(this.#stop(stopped))
      },
      deliveries: this.deliveries,
      runs: (step) => work.now(this.head, step),
    }
  }

  /** Runs a control. If time was stopped, the response says why and that time stays where it is. */
  async during({ method, signal }: Request, run: () => Promise<Response>): Promise<Response> {
    if (method === 'GET') return run()
    if (this.#callers.size === 0) this.#stopped = undefined
    this.#callers.add(signal)
    try {
      const response = await run()
      const stopped = this.#stopped
      if (response.status !== 409 || !stopped) return response
      this.#stopped = undefined
      return stopped
    } finally {
      this.#callers.delete(signal)
    }
  }

  #stop(answer: HostAnswer): UsageError {
    this.#stopped = answer
    return new UsageError('time was stopped')
  }

  #reason(): HostAnswer | undefined {
    const { quotas, work } = this.host
    if (this.#callers.size > 0 && [...this.#callers].every(({ aborted }) => aborted))
      return new HostAnswer(499, { error: 'the client has gone; time stays where it came to' }, {})
    if (this.storage.size() > quotas.rows)
      return overQuota(507, 'rows', `the rows of a sandbox have at most ${quotas.rows} characters; ${STAYS}`)
    return work.refusal(this.head)
  }
}
