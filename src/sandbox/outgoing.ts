import { TokenBucket } from './quotas'
import { reasonAgainstTarget } from './targets'
import type { SandboxHost } from './worlds'

/** The webhooks of a sandbox on their way out. */
export class Outgoing {
  readonly #host: SandboxHost
  readonly #stored: () => Promise<void> | undefined
  readonly #deliveries: TokenBucket
  #sending = 0

  /** @param stored ends when everything is stored; undefined if it is */
  constructor(host: SandboxHost, stored: () => Promise<void> | undefined) {
    const { deliveriesPerMinute } = host.quotas
    this.#host = host
    this.#stored = stored
    this.#deliveries = new TokenBucket(deliveriesPerMinute, deliveriesPerMinute / 60)
  }

  /** Whether none is under way, and no quota is used. */
  isQuiet(now: number): boolean {
    return this.#sending === 0 && this.#deliveries.isFull(now)
  }

  /** Nothing leaves before what caused it is stored. */
  async send(request: Request): Promise<Response> {
    const { domain, quotas } = this.#host
    const reason = reasonAgainstTarget(request.url, domain)
    if (reason !== undefined) throw new Error(reason)
    if (!this.#deliveries.take(this.#host.now()))
      throw new Error(`a sandbox sends ${quotas.deliveriesPerMinute} webhooks in a minute`)
    this.#sending += 1
    try {
      await this.#stored()
      return await this.#host.send(request)
    } finally {
      this.#sending -= 1
    }
  }
}
