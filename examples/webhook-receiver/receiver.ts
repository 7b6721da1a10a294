import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { verifyWebhook, type WebhookEvent } from 'accounting-simulator'
import type { Mirror } from './mirror'

export interface ReceiverOptions {
  /** The secret from the response to the webhook's registration. */
  secret: string
  mirror: Mirror
}

const LARGEST_BODY = 64 * 1024
/** The service tries for days; a receiver with a database keeps the ids there, next to what the events changed. */
const REMEMBERED_EVENTS = 100_000

/**
 * Receives webhooks. The answer says what the service should do:
 * 204 forget it, 400 never try again, 503 try again later.
 */
export class WebhookReceiver {
  readonly server: Server
  /** Events that were new, and those that had come before. */
  readonly counts = { handled: 0, repeated: 0, refused: 0 }
  readonly #options: ReceiverOptions
  readonly #events = new Map<string, Promise<void>>()

  constructor(options: ReceiverOptions) {
    this.#options = options
    this.server = createServer(async (request, response) => {
      answer(response, await this.#receive(request))
    })
  }

  async #receive(request: IncomingMessage): Promise<number> {
    // The bytes as they came: the signature is about them, not about what they mean.
    const body = request.method === 'POST' ? await bytesOf(request) : undefined
    const checked = body && verifyWebhook({ secret: this.#options.secret, body, headers: request.headers })
    if (!checked?.ok) {
      this.counts.refused += 1
      return 400
    }
    try {
      await this.#once(checked.event)
      return 204
    } catch (error) {
      console.error(`event ${checked.event.event_id} has to come again: ${String(error)}`)
      return 503
    }
  }

  /** The same event may come again, even while it is being handled: then both wait for the one piece of work. */
  #once(event: WebhookEvent): Promise<void> {
    const known = this.#events.get(event.event_id)
    if (known) {
      this.counts.repeated += 1
      return known
    }
    const work = this.#handle(event)
    this.#events.set(event.event_id, work)
    work.catch(() => this.#events.delete(event.event_id))
    const [oldest] = this.#events.keys()
    if (this.#events.size > REMEMBERED_EVENTS && oldest !== undefined) this.#events.delete(oldest)
    return work
  }

  async #handle({ object_type, object }: WebhookEvent): Promise<void> {
    await this.#options.mirror.refresh(object_type, object.id)
    this.counts.handled += 1
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}
