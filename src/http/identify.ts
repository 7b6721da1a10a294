import type { Actor, World } from '../engine/world'
import type { Row } from '../kernel/store'
import { WireRefusal } from './wire-refusal'
import { WIRE_TEXTS } from './wire-texts'

export interface ApiKeyRow extends Row {
  readonly key: string
  readonly organization: string
  readonly permissions: 'all' | readonly string[]
  readonly label: string | null
  readonly revoked: boolean
}

export interface Caller {
  readonly key: string
  readonly organization: string
  readonly permissions: 'all' | readonly string[]
  /** Who the records written by this call name as their author (docs/service.md §2.1). */
  readonly actor: Actor
}

/** Whose request this is (docs/service.md §6). */
export function identify(world: World, headers: Headers): Caller {
  const key = headers.get('x-api-key')
  if (key === null || key === '') {
    throw new WireRefusal(
      401,
      WIRE_TEXTS.keyRequired,
      'the request has no X-API-KEY header (docs/service.md §6)',
    )
  }
  const row = world.store.table<ApiKeyRow>('', 'apiKeys').get(key)
  if (row === undefined || row.revoked) {
    const what = row === undefined ? 'no such key was issued' : 'the key is revoked'
    throw new WireRefusal(403, WIRE_TEXTS.keyFailed, `${what} (docs/service.md §6)`)
  }
  return {
    key,
    organization: row.organization,
    permissions: row.permissions,
    actor: { actor_type: 'api_key', email: null, first_name: row.label, last_name: null },
  }
}
