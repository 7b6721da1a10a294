import type { Outcome } from '../responses/outcome'
import type { WireResponse } from '../wire-message'
import type { PlainResponse, TrafficEntry } from './traffic-entry'

export type Draft = { -readonly [Member in keyof TrafficEntry]: TrafficEntry[Member] }

/** A request under way, until its outcome is known. */
export class Exchange {
  readonly #entry: Draft

  constructor(entry: Draft) {
    this.#entry = entry
  }

  close(outcome: Outcome): void {
    const { answered } = outcome
    if (outcome.kind === 'reply') {
      this.#entry.response = plain(outcome.reply)
      this.#entry.why = outcome.reply.why
    } else this.#entry.why = outcome.why
    if (answered && !(outcome.kind === 'reply' && isSame(outcome.reply, answered)))
      this.#entry.unseen = plain(answered)
  }

  /** The response of a parked call has arrived, or never will. */
  settle(response: WireResponse | null, note?: string): void {
    if (response) {
      this.#entry.response = plain(response)
      delete this.#entry.unseen
    }
    if (note !== undefined) this.#entry.why += `; ${note}`
  }
}

const isSame = (one: WireResponse, other: WireResponse): boolean =>
  one.body === other.body && one.headers['content-type'] === other.headers['content-type']

const plain = ({ status, headers, body }: WireResponse): PlainResponse => ({ status, headers, body })
