import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { UploadedPart, WireRequest } from '../wire-message'

/**
 * Equal for requests that count as the same under one idempotency key: same method, same path as sent, same
 * body bytes. Forms are compared by their parts, because every retry has a new boundary (docs/service.md
 * §10).
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
    case 'too-large':
      return digest(head, utf8ToBytes(`too large: ${body.limit}`), body.beginning)
    case 'unreadable':
      return digest(head, utf8ToBytes(`unreadable: ${body.problem}`))
  }
}

const digest = (...bytes: Uint8Array[]): string => bytesToHex(sha256(concatBytes(...bytes)))

function partBytes({ name, filename, type, bytes }: UploadedPart): Uint8Array[] {
  return [utf8ToBytes(JSON.stringify([name, filename ?? null, type, bytes.length])), bytes]
}
