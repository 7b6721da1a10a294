import type { ShownMember, TypeContext } from '../../engine/read/serialize'
import type { Row } from '../../kernel/store'

interface Held {
  readonly row: Row
}

/**
 * Makes records that present a member when it is read, for predicates: most look at one or two of forty members, and
 * at as few of their lines. They have all members for `Object.keys` and spreading, and they cannot be changed.
 */
export function shownRecords(
  context: TypeContext,
  members: ReadonlyMap<string, ShownMember>,
): (row: Row) => Row {
  const readers = new Map([...members].map(([name, member]) => [name, readerOf(context, name, member)]))
  const read = ({ row }: Held, name: string | symbol): unknown => readers.get(name as string)?.(row)
  const handler: ProxyHandler<Held> = {
    get: read,
    has: (_, name) => readers.has(name as string),
    ownKeys: () => [...readers.keys()],
    getOwnPropertyDescriptor: (held, name) =>
      readers.has(name as string)
        ? { value: read(held, name), enumerable: true, configurable: true }
        : undefined,
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  }
  return (row) => new Proxy({ row }, handler) as unknown as Row
}

function readerOf(context: TypeContext, name: string, { show, entries }: ShownMember): (row: Row) => unknown {
  const entry = entries && shownRecords(context, entries)
  return (row) => {
    const lines = row[name]
    return entry && Array.isArray(lines) ? (lines as readonly Row[]).map(entry) : show(row, context)
  }
}
