/** One request, as each client module sends it. A lost answer rejects. */
export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  /** Seconds. */
  readonly retryAfter: string | undefined
  readonly text: string
}

export type Send = (sent: Sent, fetch: typeof globalThis.fetch) => Promise<Answer>
