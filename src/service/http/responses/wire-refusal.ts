import type { Reason } from '../../../events/traffic/reason'
import type { WireHeaders, WireResponse } from '../../../events/traffic/wire-message'
import { respondErrors } from './respond'
import type { WireMessage } from './wire-messages'

/** Thrown by a stage of the pipeline to respond at once. The engine throws Refusal instead. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal'
  readonly reply: WireResponse

  constructor(
    status: number,
    { text, rule, section }: WireMessage,
    why: string,
    headers: WireHeaders = {},
    more: Pick<Reason, 'bucket'> = {},
  ) {
    super(text)
    const reason = { rule, section, text: why, ...more }
    this.reply = respondErrors(status, { __all__: [text] }, `${status}: ${why}`, { reason })
    Object.assign(this.reply.headers, headers)
  }
}
