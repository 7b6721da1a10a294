import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { utf8Bytes } from '../../host-time/platform'

const NAMESPACE = hexToBytes('6ba7b8129dad11d180b400c04fd430c8')
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
