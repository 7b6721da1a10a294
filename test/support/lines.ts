import type { Definition } from '../../src/engine/schema/define'
import type { Json } from './client'

/** The member that holds the lines of a record type, if it has any. */
export const linesMemberOf = ({ fields }: Definition): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.special === 'lines')

/** A body whose entries name those of the record that it was made into, so that a PUT keeps them. */
export function withLineIds({ fields, owns }: Definition, body: Json, record: Json): Json {
  const withIds = (name: string, value: unknown): unknown => {
    if (fields[name]?.special !== 'lines' && owns?.member !== name) return value
    const kept = record[name] as Json[]
    return (value as Json[]).map((entry, index) => ({ ...entry, id: kept[index]?.id }))
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withIds(name, value)]))
}
