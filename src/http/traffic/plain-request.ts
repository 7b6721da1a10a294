import type { UploadedPart, WireRequest } from '../wire-message'

/** A request as plain data, for predicates and the traffic. */
export interface PlainRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Text; of a form a list of its parts; null when nothing was sent. */
  readonly body: string | null
}

const utf8 = new TextDecoder()

export function plainRequest({ method, url, headers, body }: WireRequest): PlainRequest {
  return { method, url: url.href, headers: Object.fromEntries(headers), body: textOf(body) }
}

function textOf(body: WireRequest['body']): string | null {
  switch (body.kind) {
    case 'none':
      return null
    case 'bytes':
      return utf8.decode(body.bytes)
    case 'multipart':
      return body.parts.map(partText).join('\n')
    case 'unreadable':
      return `[unreadable: ${body.problem}]`
  }
}

const partText = ({ name, filename, type, bytes }: UploadedPart): string =>
  filename === undefined
    ? `${name}=${utf8.decode(bytes)}`
    : `${name}=[file ${filename}, ${type || 'no type'}, ${bytes.length} bytes]`
