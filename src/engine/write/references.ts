import type { Row } from '../../kernel/store'
import type { ReferencePath } from '../model/compiled-type'
import { texts } from '../model/messages'
import type { Work } from './write'

/** Calls back with every value at a path, and the index of the line that it stands in. */
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
  work: Work,
  visit: (path: ReferencePath, value: unknown, complain: (text: string) => void) => void,
): void {
  for (const reference of work.resource.references) {
    const [member = ''] = reference.path
    eachValueAt(work.draft, reference.path, (value, line) =>
      visit(reference, value, (text) =>
        work.problems.add(
          member,
          line === undefined ? text : texts.line(line, text),
          reference.path.join('.'),
        ),
      ),
    )
  }
}

/** Every record that is named must exist in the organisation. */
export function checkReferences(work: Work): void {
  eachReference(work, (path, value, complain) => {
    if (!work.find(path.resource, path.by, value)) complain(texts.unknown(work.modelOf(path.resource), value))
  })
}

/** What is inactive cannot be used on a posted record (docs/service.md §3). */
export function checkActive(work: Work): void {
  eachReference(work, (path, value, complain) => {
    const target = work.find(path.resource, path.by, value)
    if (target && isInactive(work, target, path.resource))
      complain(texts.inactive(work.modelOf(path.resource), value))
  })
}

const isInactive = (work: Work, row: Row, resource: string): boolean =>
  row.is_active === false ||
  isUnapproved(work, row, resource) ||
  (resource === 'items' &&
    row.record_status === 'archived' &&
    work.world.assumptions.read('item-record-status') === 'archived-is-inactive')

/** Customers and vendors wait for their approval, too; documents have states of their own (§11.3). */
const isUnapproved = ({ world }: Work, row: Row, resource: string): boolean =>
  (row.approval_status === 'pending' || row.approval_status === 'rejected') &&
  world.machine.resource(resource).definition.document === undefined
