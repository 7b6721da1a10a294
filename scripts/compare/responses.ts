import type { Differences, SentRequest } from './differences'

/** Compares status, headers and body bytes; gives a response like the old one. */
export async function compareResponses(
  differences: Differences,
  { route, about }: SentRequest,
  old: Response,
  now: Response,
): Promise<Response> {
  const [bytes, others] = [await read(old), await read(now)]
  const note = (kind: string, before: string, after: string): boolean =>
    differences.compare(route, kind, before, after, about)
  const isSameStatus = note('status', String(old.status), String(now.status))
  note('headers', headersOf(old), headersOf(now))
  const [before, after] = [decoded(bytes), decoded(others)]
  const isWorded = isSameStatus && shapeOf(before) !== undefined && shapeOf(before) === shapeOf(after)
  note(isWorded ? 'words' : 'body', before, after)
  const empty = old.status === 204 || old.status === 304 || bytes.length === 0
  return new Response(empty ? null : bytes, { status: old.status, headers: old.headers })
}

const read = async (response: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await response.arrayBuffer())

/** Every byte as it is, also where it is no UTF-8. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  }
}

const headersOf = ({ headers }: Response): string =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')

/** The members that a refusal names, without what it says of them; nothing for any other body. */
function shapeOf(text: string): string | undefined {
  try {
    const { success, errors } = JSON.parse(text) as { success?: boolean; errors?: Record<string, string[]> }
    if (success !== false || typeof errors !== 'object' || errors === null) return undefined
    return JSON.stringify(Object.entries(errors).map(([member, texts]) => [member, texts.length]))
  } catch {
    return undefined
  }
}
