import type { World } from '../../../engine/model/world'
import { unreadKey, unreadKeyText } from '../../../events/headers/unread-key'
import type { WireHeaders, WireRequest } from '../../../events/traffic/wire-message'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'

/** Names under which other services are given a key. */
const KEYS_ELSEWHERE = /^(proxy-)?authorization$|api.?key|^x-auth|access-token/

/** Names, for people, the header that a request without X-API-KEY has in its place. */
export function insteadOfKey(headers: Readonly<WireHeaders>): string {
  const others = Object.keys(headers).filter((name) => name !== 'x-api-key' && KEYS_ELSEWHERE.test(name))
  return others.length === 0 ? '' : `; ${others.join(', ')} is not read`
}

/** A strict simulator refuses what the service ignores. @throws WireRefusal with 422 */
export function refuseUnreadKey({ isStrict }: World, request: WireRequest): void {
  const name = isStrict ? unreadKey(request) : undefined
  if (name !== undefined)
    throw new WireRefusal(422, WIRE_MESSAGES.headerUnread, `${unreadKeyText(name)} (docs/service.md §10)`)
}
