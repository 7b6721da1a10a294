import type { WireHeaders, WireResponse } from '../wire-message'
import { respondErrors } from './respond'

/** Thrown by a stage of the pipeline to respond at once. The engine throws Refusal instead. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal'
  readonly reply: WireResponse

  constructor(status: number, message: string, why: string, headers: WireHeaders = {}) {
    super(message)
    this.reply = respondErrors(status, { __all__: [message] }, `${status}: ${why}`)
    Object.assign(this.reply.headers, headers)
  }
}
