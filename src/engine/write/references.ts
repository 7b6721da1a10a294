import { isObject } from '../../kernel/is-object'
import type { Row } from '../../kernel/store'
import type { ReferencePath } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { linesOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Write } from './write'

/** Visits every value at a path, with the index of its line. */
export function eachValueAt(
  value: unknown,
  path: readonly string[],
  visit: (value: unknown, line: number | undefined) => void,
  line?: number,
  depth = 0,
): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      eachValueAt(value[index], path, visit, line ?? index, depth)
    return
  }
  const member = path[depth]
  if (member === undefined) visit(value, line)
  else eachValueAt((value as Row)[member], path, visit, line, depth + 1)
}

export type ReferenceCheck = (
  write: Write,
  reference: ReferencePath,
  value: unknown,
  line: number | undefined,
) => Message | undefined

/** Complains about every reference for which the check finds a message. */
export function checkEachReference(
  write: Write,
  check: ReferenceCheck,
  isMeant: (reference: ReferencePath) => boolean = () => true,
): void {
  for (const reference of write.type.references)
    if (isMeant(reference)) checkAt(write, check, reference, write.after, 0, undefined)
}

/** Like `eachValueAt`, but creates no functions, because every write calls it. */
function checkAt(
  write: Write,
  check: ReferenceCheck,
  reference: ReferencePath,
  value: unknown,
  depth: number,
  line: number | undefined,
): void {
  if (value === null || value === undefined) return
  const { path } = reference
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      checkAt(write, check, reference, value[index], depth, line ?? index)
    return
  }
  const member = path[depth]
  if (member !== undefined) {
    checkAt(write, check, reference, (value as Row)[member], depth + 1, line)
    return
  }
  const message = check(write, reference, value, line)
  if (message === undefined) return
  const text = line === undefined ? message : onLine(line, message)
  write.problems.add(path[0] ?? '', text, path.join('.'))
}

/** Every referenced record must exist in the organisation. Sets `mayUseInactive` if one may be inactive. */
export const checkReferences = (write: Write): void => checkEachReference(write, existence)

const existence: ReferenceCheck = (write, { resource, by }, value) => {
  const target = write.find(resource, by, value)
  if (target === undefined) return messages.unknown(write.modelOf(resource), value)
  if (isSuspect(write, target, resource)) write.mayUseInactive = true
  return undefined
}

/** A posted record cannot use inactive records that it did not name before (§3). Most writes skip this. */
export function checkActive(write: Write): void {
  if (write.mayUseInactive) checkEachReference(write, activity)
}

const activity: ReferenceCheck = (write, reference, value, line) => {
  const { resource, by } = reference
  const target = write.find(resource, by, value)
  return target && isInactive(write, target, resource) && !wasNamed(write, reference, value, line)
    ? messages.inactive(write.modelOf(resource), value)
    : undefined
}

/** True if the posted record, or the same line of it, already named the value before. */
function wasNamed(write: Write, { path }: ReferencePath, value: unknown, line: number | undefined): boolean {
  const { before, after, wasPosted } = write
  if (!before || !wasPosted) return false
  const [member = '', ...within] = path
  const entry = line === undefined ? undefined : linesOf(after, member)[line]
  const isLine = isObject(entry)
  let found = false
  eachValueAt(isLine ? write.lineBefore(member, entry) : before, isLine ? within : path, (one) => {
    found ||= one === value
  })
  return found
}

/** True if a record may be inactive. The assumption that decides is read for posted records only. */
const isSuspect = (write: Write, row: Row, resource: string): boolean =>
  row.is_active === false ||
  isUnapproved(write, row, resource) ||
  inactiveStatus(write, row, resource) !== undefined

function isInactive(write: Write, row: Row, resource: string): boolean {
  if (row.is_active === false || isUnapproved(write, row, resource)) return true
  const status = inactiveStatus(write, row, resource)
  return status !== undefined && write.world.assumptions.read(status.assumption) === status.value
}

/** The status of the record, if it makes records of its type inactive (§3.3). */
function inactiveStatus({ world }: Write, row: Row, resource: string): Definition['inactiveWhen'] {
  const { inactiveWhen } = world.registry.type(resource).definition
  return inactiveWhen?.status === row.record_status ? inactiveWhen : undefined
}

/** Customers and vendors may also be pending approval. Documents have states of their own (§11.3). */
const isUnapproved = ({ world }: Write, row: Row, resource: string): boolean =>
  (row.approval_status === 'pending' || row.approval_status === 'rejected') &&
  world.registry.type(resource).definition.document === undefined
