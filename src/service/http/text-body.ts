import type { WireBody } from '../../events/traffic/wire-message'
import { platform } from '../../host-time/platform'

const utf8 = new platform.TextDecoder('utf-8', { fatal: true })

/** A body of bytes with its text, decoded once for everything that reads it. */
export const textBody = (bytes: Uint8Array): WireBody => ({ kind: 'bytes', bytes, text: decoded(bytes) })

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
