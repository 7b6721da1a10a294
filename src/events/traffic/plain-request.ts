import { utf8Text } from '../../host-time/platform'
import type { UploadedPart, WireRequest } from './wire-message'

/** A request as plain data, for predicates and the traffic. */
export interface PlainRequest {
  /** The method, in capitals. */
  readonly method: string
  /** The whole URL. */
  readonly url: string
  /** The headers as they were sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, for a form the list of its parts; null without a body. */
  readonly body: string | null
}

/** Converts a request. Of a longer body, only `bodyAtMost` characters and the length remain. */
export function plainRequest(
  { method, url, headers, body }: WireRequest,
  bodyAtMost = Number.POSITIVE_INFINITY,
): PlainRequest {
  const text = bodyText(body)
  const kept = text === null ? null : truncated(text, bodyAtMost)
  return { method, url: url.href, headers: { ...headers }, body: kept }
}

export const truncated = (text: string, atMost: number): string =>
  text.length > atMost ? `${text.slice(0, atMost)}… [${text.length} characters]` : text

function bodyText(body: WireRequest['body']): string | null {
  switch (body.kind) {
    case 'none':
      return null
    case 'bytes':
      return body.text ?? utf8Text(body.bytes)
    case 'multipart':
      return body.parts.map(partText).join('\n')
    case 'too-large':
      return `${utf8Text(body.beginning)}… [more than ${body.limit} bytes]`
    case 'unreadable':
    case 'broken-off':
      return `[${body.kind}: ${body.problem}]`
  }
}

const partText = ({ name, filename, type, bytes }: UploadedPart): string =>
  filename === undefined
    ? `${name}=${utf8Text(bytes)}`
    : `${name}=[file ${filename}, ${type || 'no type'}, ${bytes.length} bytes]`
