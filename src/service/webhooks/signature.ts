import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { refuseSurplus } from '../../errors/at-caller'
import { wrongOption } from '../../errors/option-error'
import { checkMembers } from '../../errors/reader'
import { utf8Bytes } from '../../host-time/platform'

export interface SigningInput {
  /** The secret from the response to the webhook's registration. */
  readonly secret: string
  /** Unix seconds, equal to the timestamp header. */
  readonly timestamp: number
  /** The raw body, exactly as sent. */
  readonly body: string | Uint8Array
}

/**
 * The signature of a webhook request: lower-case hex of HMAC-SHA256 over `timestamp.body` (docs/service.md §14.3).
 *
 * @throws OptionError for an empty secret or a timestamp that is not whole seconds
 * @example
 * signWebhook({ secret: 'whsec_demo', timestamp: 1767614400, body: '{"event_id":"..."}' })
 */
export function signWebhook(input: SigningInput): string {
  refuseSurplus(signWebhook, arguments, 1)
  checkMembers('options', input, ['secret', 'timestamp', 'body'])
  const { secret, timestamp, body } = input
  if (typeof secret !== 'string' || secret === '')
    throw wrongOption('secret', 'a text that is not empty', secret)
  if (!Number.isSafeInteger(timestamp))
    throw wrongOption('timestamp', 'a whole number of Unix seconds', timestamp)
  const bytes = typeof body === 'string' ? utf8Bytes(body) : new Uint8Array(body)
  return bytesToHex(hmac(sha256, utf8Bytes(secret), concatBytes(utf8Bytes(`${timestamp}.`), bytes)))
}
