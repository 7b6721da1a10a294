import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { utf8Bytes } from '../../host-time/platform'

const NAMESPACE = new Uint8Array([
  0x6b, 0xa7, 0xb8, 0x12, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
])
const VERSION = 0x50

/** A version 5 UUID, so that the same business event always has the same id (§14.2). */
export function eventId(
  organization: string,
  object: string,
  id: number,
  action: string,
  revision: number,
): string {
  const name = `${organization}|${object}|${id}|${action}|${revision}`
  const bytes = sha1(concatBytes(NAMESPACE, utf8Bytes(name))).slice(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | VERSION
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytesToHex(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
