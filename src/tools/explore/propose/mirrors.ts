import type { Records } from '../../../index'
import { isObject } from '../../../kernel/is-object'
import { type AnyRecord, identifierOf } from '../oracles/records-of'
import { quoted } from '../plan/literal'
import { manyOf } from '../report/nouns'
import { creationName, totalOfMade } from './creations'
import type { Evidence, Kept, Oracle } from './evidence'

/** Oracles for files that repeat the service's records. */
export function mirrorsIn(evidence: Evidence): Oracle[] {
  const { disk } = evidence.end
  const kept = disk.names().flatMap((file) => keptIn(file, disk.read(file)))
  return kept.flatMap((one) =>
    [...copiesIn(one, evidence), ...totalsIn(one, evidence), ...listsIn(one, evidence)].slice(0, 1),
  )
}

function keptIn(file: string, value: unknown): Kept[] {
  const whole: Kept = { name: `\`${file}\``, value, reads: `Object(disk.read(${quoted(file)}))` }
  if (!isObject(value)) return [whole]
  const parts = Object.entries(value).filter(([name]) => /^[a-z_]\w*$/i.test(name))
  return [
    whole,
    ...parts.map(([name, part]) => ({
      name: `\`${name}\` of \`${file}\``,
      value: part,
      reads: `Object(disk.read(${quoted(file)})).${name}`,
    })),
  ]
}

/** Members that change with what happens to a record: a copy of only one value is probably that of such a one. */
const TELLING = ['amount_due', 'amount', 'status', 'updated_at', 'name']

/** Copies of one member each, or of several. */
type Copies = ReadonlyMap<string, unknown>

function copiesIn({ name, value, reads }: Kept, evidence: Evidence): Oracle[] {
  const copies = copiesOf(value)
  if (!copies) return []
  for (const records of evidence.types) {
    const truth = new Map(evidence.all(records).map((record) => [String(identifierOf(record)), record]))
    if (truth.size !== copies.size || ![...copies.keys()].every((id) => truth.has(id))) continue
    const members = sharedMembers(copies, truth)
    if (members.length === 0) continue
    return [
      {
        text: `Your file ${name} equals the service's ${manyOf(records)} in \`${members.join('`, `')}\`.`,
        code: `mirrorEquals('${records}', {\n  mirror: ({ disk }) => {\n${rowsCode(value, members, reads)}\n  },\n})`,
        uses: ['mirrorEquals'],
      },
    ]
  }
  return []
}

/** By identifier. Undefined if it holds no copies. */
function copiesOf(value: unknown): Copies | undefined {
  const rows = Array.isArray(value)
    ? value.filter(isObject).map((row) => [String(identifierOf(row)), row] as const)
    : isObject(value)
      ? Object.entries(value)
      : []
  if (rows.length === 0 || rows.some(([id]) => !/^\d+$/.test(id))) return undefined
  return new Map(rows)
}

function sharedMembers(copies: Copies, truth: ReadonlyMap<string, AnyRecord>): string[] {
  const rows = [...copies]
  const isEqual = (id: string, member: string, value: unknown): boolean =>
    String(truth.get(id)?.[member]) === String(value)
  const [first] = rows[0] ? [rows[0][1]] : []
  if (isObject(first))
    return Object.keys(first).filter(
      (member) =>
        member !== 'number' &&
        member !== 'id' &&
        rows.every(([id, row]) => isObject(row) && member in row && isEqual(id, member, row[member])),
    )
  return TELLING.filter((member) => rows.every(([id, value]) => isEqual(id, member, value))).slice(0, 1)
}

function rowsCode(value: unknown, members: readonly string[], reads: Kept['reads']): string {
  const copied = `{ ${members.join(', ')} }`
  if (Array.isArray(value)) {
    const id = isObject(value[0]) && 'number' in value[0] ? 'number' : 'id'
    return rows(`Array.from(${reads} ?? [])`, `{ ${[id, ...members].join(', ')} }`, `String(${id})`, copied)
  }
  const isOfRows = Object.values(value as object).some(isObject)
  return rows(
    `Object.entries(${reads} ?? {})`,
    isOfRows ? `[id, ${copied}]` : `[id, ${members[0]}]`,
    'id',
    copied,
  )
}

const rows = (source: string, taken: string, id: string, copied: string): string =>
  `    const kept = ${source}\n    return Object.fromEntries(kept.map((${taken}) => [${id}, ${copied}]))`

function totalsIn({ name, value, reads }: Kept, { types, all }: Evidence): Oracle[] {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return []
  const found = types
    .flatMap((records) => ['amount', 'amount_due'].map((member) => [records, member] as const))
    .find(([records, member]) => totalOfMade(all(records), member) === Number(value).toFixed(2))
  if (!found) return []
  const [records, member] = found
  return [
    {
      text: `Your file ${name} is the total of the service's ${manyOf(records)} in \`${member}\`.`,
      code: totalCode(records, member, name, reads),
      uses: [],
    },
  ]
}

const totalCode = (records: keyof Records, member: string, name: string, reads: Kept['reads']): string =>
  `({ simulator, disk }) => {
  const all = simulator.records.${records}.findMany()
  const total = all.reduce((sum, { ${member} }) => sum + Number(${member}), 0).toFixed(2)
  const kept = Number(${reads} ?? 0).toFixed(2)
  const isEqual = kept === total
  return isEqual ? [] : [\`${name.replaceAll('`', "'")} is \${kept}, the ${records} come to \${total}\`]
}`

/** The program keeps a list of names of what it created, or of the identifiers of what the service has. */
function listsIn({ name, value, reads }: Kept, { creations, types, all }: Evidence): Oracle[] {
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
