import { type Actor, namedAuthor, type World } from '../../../engine/model/context'
import type { Permission } from '../../../engine/model/names'
import { wrongChoice } from '../../../errors/option-error'
import { form, namesOf, type Reader } from '../../../errors/reader'
import { unreadKey, unreadKeyText } from '../../../events/headers/unread-key'
import type { WireHeaders, WireRequest } from '../../../events/traffic/wire-message'
import { firstNames } from '../../../kernel/first-names'
import { memoize } from '../../../kernel/memoize'
import type { Table } from '../../../kernel/store'
import { as, type RowIn, worldTable } from '../../../kernel/table-shape'
import { WIRE_MESSAGES, WireRefusal } from '../responses/wire-refusal'
import type { Route } from '../routes/route'

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

/** True if the text can be sent as a header. */
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

export const keyName = memoize(({ key, label }: ApiKeyRow): string =>
  (label ?? UNLABELLED) === UNLABELLED ? maskedKey(key) : (label as string),
)

/** The label of a key that was created without one. */
export const UNLABELLED = 'API key'

const maskedKey = (key: string): string =>
  key.length < 12 ? `${key.slice(0, 1)}****` : `${key.slice(0, 4)}****${key.slice(-4)}`

export const organizationOfKey = (world: World, headers: Readonly<WireHeaders>): string | undefined =>
  issuedKey(world, headers)?.organization

export const keysOf = ({ store }: World): Table<ApiKeyRow> => store.worldTable(API_KEYS)

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

/** The names of the keys that are accepted. A key without a label is shown with its middle hidden. */
function acceptedKeys(world: World): string {
  const names = [...keysOf(world).rows()].flatMap((row) => (row.revoked ? [] : [keyName(row)]))
  if (names.length === 0) return '; no key was good then'
  return `; good ${names.length === 1 ? 'is' : 'are'} ${firstNames(names)}`
}

const callerOf = memoize(
  ({ key, organization, permissions, label, person }: ApiKeyRow): Caller => ({
    key,
    organization,
    permissions,
    actor: { ...namedAuthor('api_key', label), ...(person && { person_id: person }) },
  }),
)

const INTEGRATION = 'INTEGRATION'
const FLAVOURS: readonly string[] = ['create', 'view', 'edit', 'archive'].map(
  (flavour) => `${INTEGRATION}:${flavour}`,
)
const READ_ONLY = /^(read|view)([-_ ]?only)?$/i

/** READ_ONLY may be spelled differently in files of earlier versions. */
export const isPermission = (name: unknown): name is Permission =>
  typeof name === 'string' && (name === INTEGRATION || FLAVOURS.includes(name) || READ_ONLY.test(name))

export const PERMISSIONS: readonly string[] = [INTEGRATION, ...FLAVOURS, 'READ_ONLY']

/** The known permissions, for error messages. */
const PERMISSION_NAMES = `${INTEGRATION}, ${INTEGRATION}:create, :view, :edit, :archive and READ_ONLY`

/** Reads the name of a permission. The refusal of a misspelt name suggests the nearest. */
export const readPermission: Reader<Permission> = (given, option) => {
  if (!PERMISSIONS.includes(given as string)) throw wrongChoice(option, PERMISSIONS, given, PERMISSION_NAMES)
  return given as Permission
}

export const readPermissions: Reader<'all' | Permission[]> = (given, option) =>
  given === 'all' ? given : namesOf(readPermission, `'all' or an array of ${PERMISSION_NAMES}`)(given, option)

/** The permissions without the lost ones. INTEGRATION counts as its four flavours. */
export function withoutPermissions(
  permissions: 'all' | readonly string[],
  lost: readonly string[],
): readonly string[] {
  const gone = lost.flatMap(flavoursOf)
  return (permissions === 'all' ? [INTEGRATION] : permissions)
    .flatMap(flavoursOf)
    .filter((name) => !gone.includes(name))
}

const flavoursOf = (name: string): readonly string[] => (name === INTEGRATION ? FLAVOURS : [name])

/** Operations without a named permission are open to every key; a read-only key only reads (§6). */
export function checkPermission(world: World, { permissions }: Caller, route: Route): void {
  if (permissions === 'all') return
  world.assumptions.noteUse('permissions')
  const { permission } = route
  if (permission !== undefined && !permissions.flatMap(flavoursOf).includes(permission)) {
    throw refusal(`${route.key} needs the permission ${permission}`)
  }
  if (route.method !== 'GET' && permissions.some((name) => READ_ONLY.test(name))) {
    throw refusal(`the key may only read, and ${route.method} writes`)
  }
}

const refusal = (rule: string): WireRefusal =>
  new WireRefusal(403, WIRE_MESSAGES.permission, `${rule} (docs/service.md §6)`)

/** Headers in which other services expect a key. */
const KEYS_ELSEWHERE = /^(proxy-)?authorization$|api.?key|^x-auth|access-token/

/** Names the headers that the request has instead of X-API-KEY, for the explanation in the traffic. */
function insteadOfKey(headers: Readonly<WireHeaders>): string {
  const others = Object.keys(headers).filter((name) => name !== 'x-api-key' && KEYS_ELSEWHERE.test(name))
  return others.length === 0 ? '' : `; ${others.join(', ')} is not read`
}

/** A strict simulator refuses what the service ignores. @throws WireRefusal with 422 */
export function refuseUnreadKey({ isStrict }: World, request: WireRequest): void {
  const name = isStrict ? unreadKey(request) : undefined
  if (name !== undefined)
    throw new WireRefusal(422, WIRE_MESSAGES.headerUnread, `${unreadKeyText(name)} (docs/service.md §10)`)
}
