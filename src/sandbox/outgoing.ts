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

  /** Tells whether none is under way, and no quota is used. */
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
    const over = (): void => {
      this.#sending -= 1
    }
    try {
      await this.#stored()
      return untilRead(await this.#host.send(request), over)
    } catch (error) {
      over()
      throw error
    }
  }
}

/** The response, which is over when its body was read or cancelled. */
function untilRead(response: Response, over: () => void): Response {
  const reader = response.body?.getReader()
  if (!reader) {
    over()
    return response
  }
  let isOver = false
  const end = (): void => {
    if (!isOver) over()
    isOver = true
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        end()
        controller.close()
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    cancel(reason) {
      end()
      return reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
