import type { Row } from '../../kernel/store'
import type { ReferencePath } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/messages'
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

/** Complains about every reference for which the check finds a message. */
export function checkEachReference(
  write: Write,
  check: (reference: ReferencePath, value: unknown) => Message | undefined,
): void {
  for (const reference of write.type.references) {
    const { path } = reference
    eachValueAt(write.after, path, (value, line) => {
      const message = check(reference, value)
      if (message !== undefined)
        write.problems.add(
          path[0] ?? '',
          line === undefined ? message : onLine(line, message),
          path.join('.'),
        )
    })
  }
}

/** Every referenced record must exist in the organisation. */
export function checkReferences(write: Write): void {
  checkEachReference(write, ({ resource, by }, value) =>
    write.find(resource, by, value) ? undefined : messages.unknown(write.modelOf(resource), value),
  )
}

/** A posted record cannot use inactive records (docs/service.md §3). */
export function checkActive(write: Write): void {
  checkEachReference(write, ({ resource, by }, value) => {
    const target = write.find(resource, by, value)
    return target && isInactive(write, target, resource)
      ? messages.inactive(write.modelOf(resource), value)
      : undefined
  })
}

const isInactive = (write: Write, row: Row, resource: string): boolean =>
  row.is_active === false || isUnapproved(write, row, resource) || isInactiveByStatus(write, row, resource)

/** A status makes the records of some types inactive, if an assumption says so (docs/service.md §3.3). */
function isInactiveByStatus({ world }: Write, row: Row, resource: string): boolean {
  const { inactiveWhen } = world.registry.type(resource).definition
  return (
    inactiveWhen !== undefined &&
    row.record_status === inactiveWhen.status &&
    world.assumptions.read(inactiveWhen.assumption) === inactiveWhen.value
  )
}

/** Customers and vendors may also be pending approval. Documents have states of their own (§11.3). */
const isUnapproved = ({ world }: Write, row: Row, resource: string): boolean =>
  (row.approval_status === 'pending' || row.approval_status === 'rejected') &&
  world.registry.type(resource).definition.document === undefined
