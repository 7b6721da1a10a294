import type { Actor } from '../../../engine/model/context'
import type { World } from '../../../engine/model/world'
import { form } from '../../../errors/reader'
import type { WireHeaders } from '../../../events/traffic/wire-message'
import { firstNames } from '../../../kernel/first-names'
import { oncePer } from '../../../kernel/once-per'
import type { Table } from '../../../kernel/store'
import { as, type RowIn, worldTable } from '../../../kernel/table-shape'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import { insteadOfKey } from './unread-headers'

const API_KEYS = worldTable('apiKeys', {
  key: 'text',
  organization: 'text',
  permissions: as<'all' | readonly string[]>()('any'),
  label: 'text?',
  revoked: 'flag',
  /** The person that the key writes for, if any. */
  person: 'count?',
})
export type ApiKeyRow = RowIn<typeof API_KEYS>

export interface Caller {
  readonly key: string
  readonly organization: string
  readonly permissions: 'all' | readonly string[]
  /** The author of records written by this call (§2.1). */
  readonly actor: Actor
}

/** Tells whether a key can stand in a header. */
export const isKeyText = (given: unknown): boolean =>
  typeof given === 'string' && /^[\x21-\x7e]+$/.test(given)

export const readKeyText = form<string>('visible ASCII without spaces', isKeyText)

/** The row of the request's key, if it was issued and not revoked. */
export function issuedKey(world: World, headers: Readonly<WireHeaders>): ApiKeyRow | undefined {
  const row = keysOf(world).get(headers['x-api-key'] ?? '')
  return row?.revoked ? undefined : row
}

/** The label of the request's key, or the key with its middle hidden; null without a key. */
export function keyNameOf(world: World, headers: Readonly<WireHeaders>): string | null {
  const key = headers['x-api-key']
  if (key === undefined || key === '') return null
  const row = keysOf(world).get(key)
  return row ? keyName(row) : maskedKey(key)
}

export const keyName = oncePer(({ key, label }: ApiKeyRow): string =>
  (label ?? UNLABELLED) === UNLABELLED ? maskedKey(key) : (label as string),
)

/** The label of keys that were given none. */
export const UNLABELLED = 'API key'

const maskedKey = (key: string): string =>
  key.length < 12 ? `${key.slice(0, 1)}****` : `${key.slice(0, 4)}****${key.slice(-4)}`

export const organizationOfKey = (world: World, headers: Readonly<WireHeaders>): string | undefined =>
  issuedKey(world, headers)?.organization

export const keysOf = ({ store }: World): Table<ApiKeyRow> => store.table('', API_KEYS)

/** Identifies the caller by the API key (§6). */
export function identify(world: World, headers: Readonly<WireHeaders>): Caller {
  const key = headers['x-api-key']
  if (key === undefined || key === '') {
    throw new WireRefusal(
      401,
      WIRE_MESSAGES.keyRequired,
      `the request has no X-API-KEY header${insteadOfKey(headers)} (docs/service.md §6)`,
    )
  }
  const row = keysOf(world).get(key)
  if (row === undefined || row.revoked) {
    const what = row === undefined ? 'no such key was issued' : 'the key is revoked'
    throw new WireRefusal(403, WIRE_MESSAGES.keyFailed, `${what}${acceptedKeys(world)} (docs/service.md §6)`)
  }
  return callerOf(row)
}

/** Names of keys that would be accepted; keys without a label with their middle hidden. */
function acceptedKeys(world: World): string {
  const names = [...keysOf(world).rows()].flatMap((row) => (row.revoked ? [] : [keyName(row)]))
  if (names.length === 0) return '; this world has no good key'
  return `; good ${names.length === 1 ? 'is' : 'are'} ${firstNames(names)}`
}

const callerOf = oncePer(
  ({ key, organization, permissions, label, person }: ApiKeyRow): Caller => ({
    key,
    organization,
    permissions,
    actor: {
      actor_type: 'api_key',
      email: null,
      first_name: label,
      last_name: null,
      ...(person && { person_id: person }),
    },
  }),
)
