import type { Serializer, TypeContext } from '../../engine/read/serialize'
import type { Row } from '../../kernel/store'

interface Held {
  readonly row: Row
}

/**
 * Makes records that present a member when it is read, for predicates: most look at one or two of forty members.
 * They have all members for `Object.keys` and spreading, and they cannot be changed.
 */
export function shownRecords(
  context: TypeContext,
  serializers: ReadonlyMap<string, Serializer>,
): (row: Row) => Row {
  const read = ({ row }: Held, name: string | symbol): unknown =>
    serializers.get(name as string)?.(row, context)
  const handler: ProxyHandler<Held> = {
    get: read,
    has: (_, name) => serializers.has(name as string),
    ownKeys: () => [...serializers.keys()],
    getOwnPropertyDescriptor: (held, name) =>
      serializers.has(name as string)
        ? { value: read(held, name), enumerable: true, configurable: true }
        : undefined,
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  }
  return (row) => new Proxy({ row }, handler) as unknown as Row
}
