/** Checksums of stored rows: one whose bits have changed, or that lies elsewhere, is refused. */
import { StorageError } from './storage'

/** Hexadecimal digits behind the JSON of a row. */
const SEAL = 8

export const sealed = (table: string, key: string | number, json: string): string =>
  json + sealOf(`${table}\0${key}\0`, json)

/** @throws StorageError if the text is not what was stored there */
export function opened(table: string, key: string | number, text: string): string {
  const end = text.length - SEAL
  if (text.endsWith(sealOf(`${table}\0${key}\0`, text, end))) return text.slice(0, end)
  throw new StorageError('a stored row is damaged', false)
}

/** FNV-1a, which no single changed bit leaves as it is. */
function sealOf(place: string, json: string, end = json.length): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < place.length; at += 1) hash = Math.imul(hash ^ place.charCodeAt(at), 0x01000193)
  for (let at = 0; at < end; at += 1) hash = Math.imul(hash ^ json.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(SEAL, '0')
}
