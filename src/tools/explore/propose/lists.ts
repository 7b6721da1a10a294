import { identifierOf } from '../oracles/records-of'
import { quoted } from '../plan/literal'
import { manyOf } from '../report/nouns'
import { creationName } from './creations'
import type { Evidence, Kept, Oracle } from './evidence'

/** The program keeps a list of names of what it created, or of the identifiers of what the service has. */
export function listsIn({ name, value, reads }: Kept, { creations, types, all }: Evidence): Oracle[] {
  if (!Array.isArray(value) || value.length === 0) return []
  const entries = value.map(String)
  if (new Set(entries).size !== entries.length) return []
  const sorted = [...entries].sort().join()
  const isSame = (values: readonly unknown[]): boolean => values.map(String).sort().join() === sorted
  const own = creations.find((creation) => {
    const member = creationName(creation)
    return member !== undefined && isSame(creation.made.map((record) => record[member]))
  })
  if (own)
    return [
      {
        text: `Your list ${name} has each of the ${manyOf(own.records)} that the program created once.`,
        code: onceCode(entries, name, reads),
        uses: [],
      },
    ]
  const records = types.find((type) => isSame(all(type).map(identifierOf)))
  if (!records) return []
  const id = 'number' in (all(records)[0] ?? {}) ? 'number' : 'id'
  return [
    {
      text: `Your list ${name} has each of the service's ${manyOf(records)} once.`,
      code: `({ simulator, disk }) => {
  const list = Array.from(${reads} ?? [], String).sort().join()
  const there = simulator.records.${records}.findMany().map(({ ${id} }) => String(${id})).sort().join()
  return list === there ? [] : [\`${plain(name)} has \${list}, the service has \${there}\`]
}`,
      uses: [],
    },
  ]
}

const onceCode = (entries: readonly string[], name: string, reads: string): string => `({ disk }) => {
  const list = Array.from(${reads} ?? [], String)
  return [${entries.map(quoted).join(', ')}].flatMap((value) => {
    const times = list.filter((one) => one === value).length
    return times === 1 ? [] : [\`${plain(name)} has \${value} \${times} times\`]
  })
}`

const plain = (name: string): string => name.replaceAll('`', "'")
