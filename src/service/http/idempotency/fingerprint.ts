import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { UploadedPart, WireBody, WireRequest } from '../../../events/traffic/wire-message'
import { utf8Bytes } from '../../../host-time/platform'

/** Equal for the same method, path and body (§10). A form compares by part, as a retry has a new boundary. */
export const requestFingerprint = ({ method, url, body }: WireRequest): string =>
  digestOf(`${method} ${url.pathname}`, body)

/** Equal for all tries of one request: same method, same URL, same idempotency key, same body. */
export const logicalRequest = (request: WireRequest): string => digestOf(requestLine(request), request.body)

/** Equal where `logicalRequest` is equal, but faster: the text is not stored, so it needs no digest. */
export const logicalText = (request: WireRequest): string => {
  const { body } = request
  if (body.kind === 'none') return requestLine(request)
  return body.kind === 'bytes' && body.text !== undefined
    ? `${requestLine(request)}\n${body.bytes.length}\n${body.text}`
    : logicalRequest(request)
}

const requestLine = ({ method, url, headers }: WireRequest): string =>
  JSON.stringify([method, url.href, headers['idempotency-key'] ?? null])

function digestOf(line: string, body: WireBody): string {
  const head = utf8Bytes(`${line}\n`)
  switch (body.kind) {
    case 'none':
      return digest(head)
    case 'bytes':
      return digest(head, body.bytes)
    case 'multipart':
      return digest(head, ...body.parts.flatMap(partBytes))
    case 'too-large':
      return digest(head, utf8Bytes(`too large: ${body.limit}`), body.beginning)
    case 'unreadable':
    case 'broken-off':
      return digest(head, utf8Bytes(`${body.kind}: ${body.problem}`))
  }
}

/** Node's own hash takes a tenth of the time. */
function digest(...bytes: Uint8Array[]): string {
  const whole = concatBytes(...bytes)
  let own: string | undefined
  try {
    own = globalThis.process
      ?.getBuiltinModule?.('node:crypto')
      .createHash('sha256')
      .update(whole)
      .digest('hex')
  } catch {
    // A host that imitates Node may lack a working node:crypto.
  }
  return own ?? bytesToHex(sha256(whole))
}

const partBytes = ({ name, filename, type, bytes }: UploadedPart): Uint8Array[] => [
  utf8Bytes(JSON.stringify([name, filename ?? null, type, bytes.length])),
  bytes,
]
