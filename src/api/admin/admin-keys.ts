import type { Permission } from '../../engine/model/names'
import { taking } from '../../errors/at-caller'
import { noSuch, OptionError } from '../../errors/option-error'
import { filledText, identifier, members, orElse, orUndefined, text } from '../../errors/reader'
import { didYouMean } from '../../kernel/nearest-name'
import {
  type ApiKeyRow,
  keysOf,
  readKeyText,
  readPermissions,
  UNLABELLED,
} from '../../service/http/checks/caller'
import type { AdminScope } from './admin-scope'

/** The API keys of one organisation (docs/service.md §6). */
export interface KeyControls {
  /**
   * Issues an API key with a chosen text, or with a text generated from the seed.
   *
   * @throws OptionError for a key that was issued before, and for an unknown permission
   * @example
   * simulator.admin.keys.issue({ key: 'reader', permissions: ['INTEGRATION:view'] }).key // 'reader'
   */
  issue(options?: KeyOptions): { key: string }
  /** Revokes the key: requests with it get 403. @throws OptionError for a key that was not issued */
  revoke(key: string): void
  /** The keys of the organisation, revoked ones too, ordered by their texts. */
  list(): IssuedKey[]
}

export interface KeyOptions {
  /** Visible ASCII without spaces. @default generated from the seed */
  readonly key?: string
  /** The permissions of the key. @default 'all' */
  readonly permissions?: 'all' | readonly Permission[]
  /** The organisation of the key. @default the organisation that these methods act on */
  readonly organization?: string
  /** Shown as the author of the key's writes. @default 'API key' */
  readonly label?: string
  /** The id of the person that the key writes for, who is the requester of approvals (docs/service.md §11.3). */
  readonly person?: number
}

export interface IssuedKey {
  /** The text that requests send. */
  readonly key: string
  /** The name of the key in the timeline. */
  readonly label: string
  /** The permissions of the key. */
  readonly permissions: 'all' | readonly Permission[]
  /** True if the service no longer accepts the key. */
  readonly revoked: boolean
  /** The person that the key writes for; null for none. */
  readonly person: number | null
}

export const keyControlsOf = (scope: AdminScope): KeyControls => ({
  issue: taking(1, (options = {}) => issueKey(scope, options)),
  revoke: (key) => void keysOf(scope.world).put({ ...keyRow(scope, key), revoked: true }),
  list() {
    const organization = scope.ensureOrganization()
    const own = [...keysOf(scope.world).rows()].filter((row) => row.organization === organization)
    return own.map(({ key, label, permissions, revoked, person }) => ({
      key,
      label: label ?? UNLABELLED,
      permissions: permissions as IssuedKey['permissions'],
      revoked,
      person,
    }))
  },
})

/** The row of a key of the organisation. @throws OptionError for an unknown key */
export function keyRow(scope: AdminScope, key: string): ApiKeyRow {
  const row = keysOf(scope.world).get(key)
  if (row?.organization === scope.ensureOrganization()) return row
  if (row) throw new OptionError('key', `the key ${key} is of organisation ${row.organization}`)
  throw noSuch('key', 'key', key, (name) => `no key ${name} was issued${didYouMean(name, ownKeys(scope))}`)
}

function ownKeys({ world, ensureOrganization }: AdminScope): string[] {
  const own = ensureOrganization()
  return [...keysOf(world).rows()].filter((row) => row.organization === own).map(({ key }) => key)
}

const readKeyOptions = members(
  {
    key: orUndefined(readKeyText),
    permissions: orElse(readPermissions, 'all'),
    organization: orUndefined(filledText),
    label: orElse(text, UNLABELLED),
    person: orUndefined(identifier),
  },
  undefined,
  'keys.issue',
)

function issueKey(scope: AdminScope, options: KeyOptions): { key: string } {
  const { key: chosen, permissions, organization, label, person = null } = readKeyOptions(options, '')
  const keys = keysOf(scope.world)
  if (chosen !== undefined && keys.has(chosen))
    throw new OptionError('key', `the key ${chosen} was issued before`)
  const { store, random } = scope.world
  const owner = scope.ensureOrganization(organization)
  return store.history.atomically(() => {
    const key = chosen ?? `key-${random.token(24)}`
    keys.put({ key, organization: owner, permissions, label, revoked: false, person })
    return { key }
  })
}
