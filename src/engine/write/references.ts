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
): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) eachValueAt(one, path, visit, line ?? index)
    return
  }
  const [member, ...rest] = path
  if (member === undefined) visit(value, line)
  else eachValueAt((value as Row)[member], rest, visit, line)
}

function eachReference(
  write: Write,
  visit: (path: ReferencePath, value: unknown, complain: (message: Message) => void) => void,
): void {
  for (const reference of write.type.references) {
    const [member = ''] = reference.path
    eachValueAt(write.after, reference.path, (value, line) =>
      visit(reference, value, (text) =>
        write.problems.add(member, line === undefined ? text : onLine(line, text), reference.path.join('.')),
      ),
    )
  }
}

/** Every referenced record must exist in the organisation. */
export function checkReferences(write: Write): void {
  eachReference(write, (path, value, complain) => {
    if (!write.find(path.resource, path.by, value))
      complain(messages.unknown(write.modelOf(path.resource), value))
  })
}

/** A posted record cannot use inactive records (docs/service.md §3). */
export function checkActive(write: Write): void {
  eachReference(write, (path, value, complain) => {
    const target = write.find(path.resource, path.by, value)
    if (target && isInactive(write, target, path.resource))
      complain(messages.inactive(write.modelOf(path.resource), value))
  })
}

const isInactive = (write: Write, row: Row, resource: string): boolean =>
  row.is_active === false ||
  isUnapproved(write, row, resource) ||
  (resource === 'items' &&
    row.record_status === 'archived' &&
    write.world.assumptions.read('item-record-status') === 'archived-is-inactive')

/** Customers and vendors may also be pending approval. Documents have states of their own (§11.3). */
const isUnapproved = ({ world }: Write, row: Row, resource: string): boolean =>
  (row.approval_status === 'pending' || row.approval_status === 'rejected') &&
  world.registry.type(resource).definition.document === undefined
