import type { Deliveries } from './deliveries'
import { reasonAgainstTarget } from './targets'
import type { SandboxHost } from './worlds'

/** The webhooks of a sandbox on their way out. */
export class Outgoing {
  #sending = 0

  /** @param stored ends when everything is stored; undefined if it is */
  constructor(
    private readonly host: SandboxHost,
    private readonly deliveryLimit: Deliveries,
    private readonly stored: () => Promise<void> | undefined,
  ) {}

  /** Tells whether none is under way, and no quota is used. */
  isQuiet(now: number): boolean {
    return this.#sending === 0 && this.deliveryLimit.isWhole(now)
  }

  /** Nothing leaves before what caused it is stored. */
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
