import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { UploadedPart, WireRequest } from '../wire-message'

/**
 * Equal for requests that an idempotency key takes for the same: same method, path as sent and body bytes.
 * Forms are compared by their parts, because each retry has another boundary (docs/service.md §10).
 */
export function fingerprint({ method, url, body }: WireRequest): string {
  const head = utf8ToBytes(`${method} ${url.pathname}\n`)
  switch (body.kind) {
    case 'none':
      return digest(head)
    case 'bytes':
      return digest(head, body.bytes)
    case 'multipart':
      return digest(head, ...body.parts.flatMap(partBytes))
    case 'unreadable':
      return digest(head, utf8ToBytes(`unreadable: ${body.problem}`))
  }
}

const digest = (...bytes: Uint8Array[]): string => bytesToHex(sha256(concatBytes(...bytes)))

function partBytes({ name, filename, type, bytes }: UploadedPart): Uint8Array[] {
  return [utf8ToBytes(JSON.stringify([name, filename ?? null, type, bytes.length])), bytes]
}
