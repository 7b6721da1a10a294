import type { Permission } from '../../../engine/model/names'
import type { World } from '../../../engine/model/world'
import { wrongChoice } from '../../../errors/option-error'
import { namesOf, type Reader } from '../../../errors/reader'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import type { Route } from '../routes/route'
import type { Caller } from './identify'

const INTEGRATION = 'INTEGRATION'
const FLAVOURS: readonly string[] = ['create', 'view', 'edit', 'archive'].map(
  (flavour) => `${INTEGRATION}:${flavour}`,
)
const READ_ONLY = /^(read|view)([-_ ]?only)?$/i

/** Files of earlier versions may spell READ_ONLY otherwise. */
export const isPermission = (name: unknown): name is Permission =>
  typeof name === 'string' && (name === INTEGRATION || FLAVOURS.includes(name) || READ_ONLY.test(name))

export const PERMISSIONS: readonly string[] = [INTEGRATION, ...FLAVOURS, 'READ_ONLY']

/** The known permissions, for error messages. */
const PERMISSION_NAMES = `${INTEGRATION}, ${INTEGRATION}:create, :view, :edit, :archive and READ_ONLY`

/** The name of a permission. A misspelt one is refused with the nearest. */
export const readPermission: Reader<Permission> = (given, option) => {
  if (!PERMISSIONS.includes(given as string)) throw wrongChoice(option, PERMISSIONS, given, PERMISSION_NAMES)
  return given as Permission
}

export const readPermissions: Reader<'all' | Permission[]> = (given, option) =>
  given === 'all' ? given : namesOf(readPermission, `'all' or an array of ${PERMISSION_NAMES}`)(given, option)

/** Removes permissions. INTEGRATION stands for its four flavours. */
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
