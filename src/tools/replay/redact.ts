import type { Exchange } from './exchange'

/** Headers whose values are never kept. Keys are told apart by a number. */
const KEY = 'x-api-key'
const DROPPED = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization']

/** Secrets of webhooks, wherever they stand in a body. */
const SECRET = /whsec_[A-Za-z0-9_-]+/g
const SECRET_MEMBER = /("(?:secret|password|access_token|refresh_token|token)"\s*:\s*")(?:[^"\\]|\\.)*"/g

/** The exchanges without keys, cookies and secrets. Equal keys get equal names. */
export function redacted(exchanges: readonly Exchange[]): Exchange[] {
  const names = new Map<string, string>()
  for (const { request } of exchanges) {
    const key = request.headers.get(KEY)
    if (key && !names.has(key)) names.set(key, `key-${names.size + 1}`)
  }
  const clean = (text: string): string => {
    let cleaned = text.replace(SECRET, 'whsec_redacted').replace(SECRET_MEMBER, '$1redacted"')
    // A short key may be a word of the text.
    for (const [key, name] of names) if (key.length >= 8) cleaned = cleaned.replaceAll(key, name)
    return cleaned
  }
  const headersOf = (headers: ReadonlyMap<string, string>): Map<string, string> => {
    const kept = [...headers].filter(([name]) => !DROPPED.includes(name))
    return new Map(kept.map(([name, text]) => [name, name === KEY ? (names.get(text) ?? '') : clean(text)]))
  }
  return exchanges.map(({ at, request, response }) => ({
    at,
    request: {
      ...request,
      url: new URL(clean(request.url.href)),
      headers: headersOf(request.headers),
      body: request.body === null ? null : clean(request.body),
    },
    response: { ...response, headers: headersOf(response.headers), body: clean(response.body) },
  }))
}
