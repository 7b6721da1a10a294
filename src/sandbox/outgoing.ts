import type { Deliveries } from './deliveries'
import { reasonAgainstTarget } from './targets'
import type { SandboxHost } from './worlds'

/** The outgoing webhooks of a sandbox. */
export class Outgoing {
  #sending = 0

  /** @param stored resolves when all rows are stored; undefined if they are */
  constructor(
    private readonly host: SandboxHost,
    private readonly deliveryLimit: Deliveries,
    private readonly stored: () => Promise<void> | undefined,
  ) {}

  /** True if no delivery is under way and the whole quota is available. */
  isQuiet(now: number): boolean {
    return this.#sending === 0 && this.deliveryLimit.isWhole(now)
  }

  /** Sends a delivery only after the rows that caused it are stored. */
  async send(request: Request): Promise<Response> {
    const { domain } = this.host
    const reason = reasonAgainstTarget(request.url, domain)
    if (reason !== undefined) throw new Error(reason)
    this.#sending += 1
    const over = (): void => {
      this.#sending -= 1
    }
    try {
      await this.stored()
      return untilRead(await this.host.send(request), over)
    } catch (error) {
      over()
      throw error
    }
  }
}

/** Copies the response, and calls `over` when its body was read or cancelled. */
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
