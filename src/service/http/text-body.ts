import type { WireBody } from '../../events/traffic/wire-message'
import { platform } from '../../host-time/platform'
import { attempt } from '../../kernel/attempt'

const utf8 = new platform.TextDecoder('utf-8', { fatal: true })

/** A body of bytes with its text, decoded once for everything that reads it. */
export const textBody = (bytes: Uint8Array): WireBody => ({ kind: 'bytes', bytes, text: decoded(bytes) })

const decoded = (bytes: Uint8Array): string | undefined => attempt(() => utf8.decode(bytes))
