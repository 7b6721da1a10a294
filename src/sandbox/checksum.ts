/** Checksums of stored rows. They reveal changed bits and rows stored under another key. */
import { StorageError } from './storage'

/** Hexadecimal digits that follow the JSON of a row. */
const SEAL = 8
/** Odd, so that multiplication modulo 2^32 is invertible and loses no bits. */
const PRIME = 0x01000193

export const withChecksum = (table: string, key: string | number, json: string): string =>
  json + sealOf(`${table}\0${key}\0`, json)

/** @throws StorageError if the checksum does not match */
export function verified(table: string, key: string | number, text: string): string {
  const end = text.length - SEAL
  if (text.endsWith(sealOf(`${table}\0${key}\0`, text, end))) return text.slice(0, end)
  throw new StorageError('a stored row is damaged', false)
}

/** Every step is invertible, so any single changed bit changes the checksum. Two characters a step. */
function sealOf(place: string, json: string, end = json.length): string {
  const hash = hashed(hashed(0x811c9dc5, place, place.length), json, end)
  return (hash >>> 0).toString(16).padStart(SEAL, '0')
}

function hashed(seed: number, text: string, end: number): number {
  let hash = seed
  const even = end & ~1
  for (let at = 0; at < even; at += 2) {
    const mixed = Math.imul(hash ^ (text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)), PRIME)
    hash = (mixed << 13) | (mixed >>> 19)
  }
  return even < end ? Math.imul(hash ^ text.charCodeAt(even), PRIME) : hash
}
