import { nearestName } from '../../kernel/nearest-name'

const KEY_OF_WRITES = 'Idempotency-Key'

/** An ignored header that resembles `Idempotency-Key`, unless the request also has the right one. */
export function unreadKey({
  method,
  headers,
}: {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
}): string | undefined {
  if (method === 'GET' || headers[KEY_OF_WRITES.toLowerCase()] !== undefined) return undefined
  for (const name in headers)
    if (/idem|key/.test(name) && name !== 'x-api-key' && nearestName(name, [KEY_OF_WRITES]) !== undefined)
      return name
  return undefined
}

export const unreadKeyText = (name: string): string =>
  `the header ${name} is not read, perhaps ${KEY_OF_WRITES}`
