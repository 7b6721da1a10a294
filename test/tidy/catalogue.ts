import { singular } from '../../src/kernel/name-words'
import type { Source } from './source'

const FOLDER = 'src/resources/'
/** The files of its groups; what lies beside them reads them. */
const definitionFiles = (sources: Iterable<Source>): Source[] =>
  [...sources].filter(({ path }) => /^src\/resources\/.+\//.test(path))

/** Definition files that are not one definition. */
export function definitionComplaints(sources: Iterable<Source>): string[] {
  return definitionFiles(sources).flatMap(({ path, exports, text }) => {
    const isOne =
      exports.length === 1 &&
      (text.match(/^export const \w+ = f\.(?:record|internalRecord|unlistedRecord|view)\(/gm) ?? [])
        .length === 1
    return isOne
      ? []
      : [
          `${path}: holds one exported definition made with record(), internalRecord(), unlistedRecord() or view(), and nothing else is exported`,
        ]
  })
}

/** The expected content of src/resources/catalogue.ts, computed from the folders. */
export function catalogueText(sources: Iterable<Source>): string {
  const lines = definitionFiles(sources).flatMap(({ path, exports }) =>
    exports.map(({ name }) => `export { ${name} } from './${path.slice(FOLDER.length, -'.ts'.length)}'`),
  )
  return ['// Written by `npm run catalogue`.', ...lines, ''].join('\n')
}

/** The expected content of src/events/filter/record-type-names.ts: the panel knows the types without their definitions. */
export function recordTypeNames(sources: Iterable<Source>): string {
  const names = definitionFiles(sources)
    .filter(({ text }) => !/= f\.view\(/.test(text))
    .flatMap(({ exports }) => exports.map(({ name }) => name))
    .sort()
    .map(singular)
  const lines = names.reduce<string[]>(
    ([last = '', ...others], name) =>
      last.length + name.length < 98 ? [`${last}${name} `, ...others] : [`${name} `, last, ...others],
    [],
  )
  const text = lines.reverse().map((line) => `  '${line}'`)
  return `// Written by \`npm run catalogue\`.
/** The record types in the singular. */
export const RECORD_TYPES = (
${text.join(' +\n').replace(/ '$/, "'")}
).split(' ')
`
}
