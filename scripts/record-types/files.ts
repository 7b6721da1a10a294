import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordType } from '../../src/engine/model/compiled-type'
import { CURRENCIES } from '../../src/engine/model/currencies'
import { CUSTOM_FIELD_TYPES } from '../../src/engine/model/tables'
import type { Definition } from '../../src/engine/schema/define'
import { singular } from '../../src/kernel/name-words'
import { entryDiffers } from '../../src/openapi/record-schemas'
import { registry } from '../../src/resources/registry'
import { PERMISSIONS } from '../../src/service/http/checks/caller'
import { subscriptionGroups } from '../../src/service/http/checks/subscription'
import { CUSTOM_FIELD_INPUT, FIELD_SHAPES } from './field-shapes'
import { anA, comment, type Interface, printInterface, typed, union } from './interface'
import { queryInterface } from './query'
import { Shapes } from './shapes'
import { kebab, typeName } from './type-names'

export const FOLDER = 'src/api/record-types'
const NAMES = 'src/engine/model/names.ts'
const PATHS = 'src/tools/record-paths.ts'
const NOT_OFFERED = 'src/tools/zod/not-offered.ts'
/** In an order that does not depend on how modules are loaded. */
const DEFINITIONS = [...registry.definitions].sort((a, b) => (a.name < b.name ? -1 : 1))
const HEAD = '// Written by `npm run types` from the definitions in src/resources.\n'

/** The text of every file of the published types, by its path. */
export function recordTypeFiles(): ReadonlyMap<string, string> {
  const shared = new Map(FIELD_SHAPES.map((one) => [one.name, one]))
  const files = new Map([
    [NAMES, namesText()],
    [PATHS, pathsText()],
    [NOT_OFFERED, notOfferedText()],
  ])
  const add = (name: string, text: string): unknown => files.set(`${FOLDER}/${name}.ts`, text)
  const described = DEFINITIONS.map((definition) => {
    const shapes = new Shapes(registry)
    const interfaces = interfacesOf(definition, shapes)
    for (const [name, one] of shapes.shared) shared.set(name, one)
    return { definition, interfaces }
  })
  const byName = [...shared.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const sharedNames = [...byName.map(({ name }) => name), 'CustomFieldInput']
  for (const { definition, interfaces } of described)
    add(kebab(typeName(definition)), fileOf(definition, interfaces, sharedNames))
  add(
    'shared',
    `${HEAD}${importsOf(byName, [], [])}\n${byName.map(printInterface).join('\n')}\n${CUSTOM_FIELD_INPUT}`,
  )
  add('records', recordsText())
  add('make', makeText())
  const all = [...files.keys()]
    .filter((path) => path.startsWith(FOLDER))
    .map((path) => bare(path.slice(FOLDER.length)))
  add(
    'all',
    `${HEAD}${all
      .sort()
      .map((file) => `export type * from '.${file}'\n`)
      .join('')}`,
  )
  return files
}

const bare = (file: string): string => file.replace(/\.ts$/, '')

function interfacesOf(definition: Definition, shapes: Shapes): Interface[] {
  const { model, fields } = definition
  const note = notes().get(definition.name) ?? model
  const record = shapes.shown(model, note, fields, 'detail')
  const entry = { ...shapes.shown(model, note, fields, 'entry'), name: `${model}Entry` }
  const input = shapes.asked(`${model}Input`, `The body that creates ${anA(model)}.`, definition)
  const interfaces = [
    record,
    ...(entryDiffers(definition) ? [{ ...entry, note: `${anA(model)} as an entry of a list.` }] : []),
    input,
    ...shapes.own.values(),
    queryInterface(definition),
  ]
  return model === typeName(definition) ? interfaces : interfaces.map((one) => renamed(definition, one))
}

/** The service has another name for the type. */
function renamed(definition: Definition, { name, note, members }: Interface): Interface {
  const own = (text: string): string =>
    text
      .replaceAll(anA(definition.model).slice(0, -1), anA(typeName(definition)).slice(0, -1))
      .replace(new RegExp(`\\b${definition.model}`, 'g'), typeName(definition))
  return {
    name: own(name),
    note: own(note),
    members: members.map((member) => ({ ...member, type: own(member.type) })),
  }
}

/** The names of the service still work. */
function aliases(definition: Definition): string {
  const [old, name] = [definition.model, typeName(definition)]
  const alias = (suffix: string): string =>
    `\n/** @deprecated Use \`${name}${suffix}\`. */\nexport type ${old}${suffix} = ${name}${suffix}\n`
  return old === name ? '' : ['', 'Input'].map(alias).join('')
}

const fileOf = (
  definition: Definition,
  interfaces: readonly Interface[],
  shared: readonly string[],
): string => {
  const declared = `${interfaces.map(printInterface).join('\n')}${aliases(definition)}`
  return `${HEAD}${importsOf(interfaces, payloadModels(definition), shared)}\n${declared}`
}

/** The record types whose create bodies it holds. */
const payloadModels = ({ recurs, embeds = [] }: Definition): string[] =>
  [...(recurs ? [recurs.creates] : []), ...embeds.map(({ creates }) => creates)].map((name) =>
    typeName(registry.type(name).definition),
  )

/** The types of other files, in the order of the formatter. */
function importsOf(
  interfaces: readonly Interface[],
  models: readonly string[],
  sharedNames: readonly string[],
): string {
  const types = interfaces.flatMap(({ members }) => members.map(({ type }) => type.replace(/'[^']*'/g, '')))
  const words = new Set(types.flatMap((type) => type.match(/[A-Z]\w+/g) ?? []))
  const own = new Set(interfaces.map(({ name }) => name))
  const imports = (file: string, names: readonly string[]): string[] => {
    const used = names.filter((name) => words.has(name) && !own.has(name)).sort()
    return used.length > 0
      ? [wrapped(`import type { ${used.join(', ')} } from '${file.startsWith('.') ? file : `./${file}`}'`)]
      : []
  }
  const lines = [
    ...models.flatMap((model) => imports(kebab(model), [`${model}Input`])),
    ...imports('../one-or-more', ['OneOrMore']),
    ...imports('../../engine/model/names', ['CurrencyCode', 'CustomFieldKind', 'RecordKind']),
    ...imports('shared', sharedNames),
  ]
  return lines
    .sort((a, b) => (fileIn(a) < fileIn(b) ? -1 : 1))
    .map((line) => `${line}\n`)
    .join('')
}

/** Unions of names that calls take. */
function namesText(): string {
  const names = DEFINITIONS.map(({ name }) => name).sort()
  const unions: readonly (readonly [name: string, note: string, values: readonly string[]])[] = [
    ['RecordName', 'The members of `simulator.records`.', names],
    ['CurrencyCode', 'An ISO 4217 code.', CURRENCIES],
    ['Permission', 'A permission of an API key (docs/service.md §6).', PERMISSIONS],
    [
      'SubscriptionGroup',
      'A subscription grants access to one of these groups (docs/service.md §6).',
      subscriptionGroups({ registry }).sort(),
    ],
    [
      'RecordKind',
      'A record type in the singular, as custom fields name it.',
      DEFINITIONS.map(recordType).sort(),
    ],
    ['CustomFieldKind', 'The type of the values of a custom field.', CUSTOM_FIELD_TYPES],
  ]
  const texts = unions.map(
    ([name, note, values]) => `${comment(note, '')}${typed(`export type ${name} =`, union(values), '  ')}\n`,
  )
  return `${HEAD}\n${texts.join('\n')}`
}

/** A recording is explained without the definitions, which weigh more than what is asked of them. */
function pathsText(): string {
  const rows = DEFINITIONS.map(({ path, identifier, name }) => `  ['${path}', '${identifier}', '${name}'],\n`)
  const row = "readonly [path: string, identifier: 'id' | 'number', records: RecordName]"
  return [
    `${HEAD}import type { RecordName } from '../index'\n\n`,
    `type Row = ${row}\n\n`,
    '/** The path of each record type below the version, and the member of a record that a path names. */\n',
    `export const RECORD_PATHS: readonly Row[] = [\n${rows.join('')}]\n`,
  ].join('')
}

/** The verbs of version 1 of which one gives the schema. */
const SCHEMA_VERBS = { record: ['get', 'create'], create: ['create'], update: ['update'], list: ['list'] }

function notOfferedText(): string {
  const lines = Object.entries(SCHEMA_VERBS).map(([schema, verbs]) => {
    const names = DEFINITIONS.filter(
      ({ operations: { v1 = [] } }) => !v1.some((verb) => verbs.includes(verb)),
    ).map(({ name }) => `'${name}'`)
    const line = `  ${schema}: [${names.join(', ')}],\n`
    return line.length <= 111
      ? line
      : `  ${schema}: [\n${names.map((name) => `    ${name},\n`).join('')}  ],\n`
  })
  return `${HEAD}
/** Record types without operations of version 1, by the schema that these would have. */
export const NOT_OFFERED = {
${lines.join('')}} as const
`
}

function recordsText(): string {
  const imports: string[] = []
  const members = DEFINITIONS.map((definition) => {
    const { name, partialUpdate } = definition
    const model = typeName(definition)
    const differs = entryDiffers(definition)
    const used = [model, ...(differs ? [`${model}Entry`] : []), `${model}Input`, `${model}Query`]
    imports.push(`import type { ${used.join(', ')} } from './${kebab(model)}'`)
    const change = partialUpdate
      ? `Partial<${model}Input>`
      : `${model}Input${registry.type(name).isKept ? ' | Archiving' : ''}`
    const types = [`${model}Input`, model, change, `${model}Query`, ...(differs ? [`${model}Entry`] : [])]
    const line = `  readonly ${name}: RecordSet<${types.join(', ')}>`
    const broken = `  readonly ${name}: RecordSet<\n${types.map((type) => `    ${type}`).join(',\n')}\n  >`
    return `${comment(notes().get(name) ?? model, '  ')}${line.length <= 110 ? line : broken}\n`
  })
  const sorted = imports.sort((a, b) => (fileIn(a) < fileIn(b) ? -1 : 1)).map(wrapped)
  const note = comment(
    'One member for each record type. Its calls follow the rules of the service, without HTTP.',
    '',
  )
  const imported = ["import type { Archiving, RecordSet } from '../record-set'", ...sorted].join('\n')
  return `${HEAD}${imported}\n\n${note}export interface Records {\n${members.join('')}}\n`
}

/** The factories. */
function makeText(): string {
  const members = DEFINITIONS.map((definition) => {
    const { name } = definition
    const [model, one] = [typeName(definition), singular(name)]
    const line = `  ${name}(count: number, given?: Given<${model}Input>): ${model}[]`
    const broken = `  ${name}(\n    count: number,\n    given?: Given<${model}Input>,\n  ): ${model}[]`
    const many = line.length <= 110 ? line : broken
    const said = comment(`Makes ${anA(model)}; members that are not given are made up.`, '  ')
    const saidOfMany = comment(`Makes ${name} in a row, all or none.`, '  ')
    return `${said}  ${one}(given?: Partial<${model}Input>): ${model}\n${saidOfMany}${many}\n`
  })
  const imports = DEFINITIONS.map(typeName).map(
    (model) => `import type { ${model}, ${model}Input } from './${kebab(model)}'`,
  )
  const sorted = imports.sort((a, b) => (fileIn(a) < fileIn(b) ? -1 : 1)).map(wrapped)
  const note = comment('Makes up records, and whatever they need; what is made follows from the seed.', '')
  return `${HEAD}${sorted.join('\n')}\n\n${GIVEN}\n${note}export interface Make {\n${members.join('')}}\n`
}

const GIVEN = `/** The members that all records share, or a function that gives those of each. */
type Given<Input> = Partial<Input> | ((index: number) => Partial<Input>)
`

const fileIn = (line: string): string => /from '(.*)'/.exec(line)?.[1] ?? ''

const wrapped = (line: string): string => {
  const [, names = '', file = ''] = /^import type \{ (.*) \} from '(.*)'$/.exec(line) ?? []
  if (line.length <= 110) return line
  return `import type {\n${names
    .split(', ')
    .map((name) => `  ${name},\n`)
    .join('')}} from '${file}'`
}

let known: ReadonlyMap<string, string> | undefined

/** The first sentence of the comment on each definition, by the name of its constant. */
function notes(): ReadonlyMap<string, string> {
  known ??= new Map(
    sourcesOf('src/resources').flatMap((text) =>
      [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+) =/g)].map(
        ([, said = '', name = '']) =>
          [name, said.replace(/\n \*/g, ' ').replace(/\s+/g, ' ').trim()] as const,
      ),
    ),
  )
  return known
}

const sourcesOf = (folder: string): string[] => {
  const path = fileURLToPath(new URL(`../../${folder}/`, import.meta.url))
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return files.map((file) => readFileSync(`${path}${file}`, 'utf8'))
}
