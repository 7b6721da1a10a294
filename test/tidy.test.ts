import { describe, expect, it } from 'vitest'
import { entryPoints, unnamed } from '../tsup.config'
import { catalogueText, definitionComplaints, recordTypeNames } from './tidy/catalogue'
import { clauseComments } from './tidy/comments'
import { deadExports, deadFiles } from './tidy/dead'
import {
  behaviourComplaints,
  cycles,
  folderComplaints,
  LAYERS,
  layerComplaints,
  upwardArrows,
} from './tidy/layers'
import { doubleNames } from './tidy/names'
import { nameComplaints, sizeComplaints } from './tidy/sizes'
import { projectFiles, readProjectFile, readSources } from './tidy/source-tree'
import { wordComplaints } from './tidy/words'

/** The rules of the house (CONTRIBUTING.md). A complaint says where, what and what to do about it. */
const files = projectFiles()
const sources = readSources()
/** The folders of a folder. */
const foldersOf = (folder: string): string[] =>
  [...new Set(files.flatMap((path) => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1] ?? []))].sort()
const none = (complaints: readonly string[]) => expect(complaints.join('\n')).toBe('')

describe('the house is tidy', () => {
  it('imports point down, once', () => none([...upwardArrows(), ...layerComplaints(sources.values())]))
  it('CONTRIBUTING.md draws the rooms of src, from the top down', () => {
    const drawing = /```text\n(.*?)```/s.exec(readProjectFile('CONTRIBUTING.md'))?.[1] ?? ''
    const drawn = [...drawing.matchAll(/^([a-z][a-z-]*) {2}/gm)].map(([, name]) => name ?? '')
    const folders = new Set(files.flatMap((path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []))
    const rooms = new Set(
      LAYERS.map(({ name }) => name.replace(/\/.*/, '')).filter((name) => folders.has(name)),
    )
    expect(rooms).toEqual(folders)
    expect(drawn).toEqual([...rooms].reverse())
    const hosts = /^hosts +([\w, ]+):/m.exec(drawing)?.[1]?.split(', ') ?? []
    expect(hosts.sort()).toEqual(foldersOf('src/hosts'))
  })
  it('CONTRIBUTING.md names the files at the top of the engine', () => {
    const row = /^\| top \|.*$/m.exec(readProjectFile('CONTRIBUTING.md'))?.[0] ?? ''
    const named = [...row.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name]) => `src/engine/${name}`)
    expect(named.sort()).toEqual(files.filter((path) => /^src\/engine\/[^/]+\.ts$/.test(path)).sort())
  })
  it('no file lies loose in src but the entries', () => {
    const entries: string[] = [...Object.values(entryPoints), ...Object.values(unnamed)]
    none(files.filter((path) => /^src\/[^/]+$/.test(path) && !entries.includes(path)))
  })
  it('the folders of the engine keep their order', () => none(folderComplaints(sources)))
  it('no circle of imports, types included', () => none(cycles(sources)))
  it('behaviours never import one another', () => none(behaviourComplaints(sources)))
  it('every effect has its door', () => none(wordComplaints(sources.values())))
  it('no file is dead', () => none(deadFiles(sources)))
  it('no export is dead', () => none(deadExports(sources)))
  it('files and lines stay small', () => none(sizeComplaints(sources.values())))
  it('no two exports have one name', () => none(doubleNames(sources.values())))
  it('comments are sentences', () => none(clauseComments(sources.values())))
  it('one file is one record type', () => none(definitionComplaints(sources.values())))
  it('files are named after what they hold', () => none(nameComplaints(files)))
})

it('a decision has a number of its own, in its name and in its title', () => {
  const decisions = files.filter((path) => /^decisions\/\d{4}-/.test(path))
  expect(decisions).not.toEqual([])
  const numbers = decisions.map((path) => path.slice('decisions/'.length, 'decisions/0000'.length))
  none(numbers.filter((number, at) => numbers.indexOf(number) !== at))
  none(decisions.filter((path, at) => !readProjectFile(path).startsWith(`# ${Number(numbers[at])}. `)))
})

describe('what is said twice is said alike', () => {
  const names = Object.keys(entryPoints).map((name) => (name === 'index' ? '.' : `./${name}`))
  const manifest = JSON.parse(readProjectFile('package.json'))

  it('catalogue: the folders of src/resources and the file that npm run catalogue writes', async () => {
    await expect(catalogueText(sources.values())).toMatchFileSnapshot('../src/resources/catalogue.ts')
    await expect(recordTypeNames(sources.values())).toMatchFileSnapshot(
      '../src/events/filter/record-type-names.ts',
    )
  })

  it('entry points: tsup.config.ts and the exports of package.json', () => {
    expect(Object.keys(manifest.exports)).toEqual([...names, './openapi.json', './package.json'])
    expect(Object.keys(manifest.typesVersions['*'])).toEqual(names.slice(1).map((name) => name.slice(2)))
  })

  it('entry points: tsup.config.ts and the paths of tsconfig.json', () => {
    const { paths } = JSON.parse(readProjectFile('tsconfig.json')).compilerOptions
    const entries = Object.entries(entryPoints).map(([name, file]) => [
      name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`,
      [`./${file}`],
    ])
    expect(paths).toEqual(Object.fromEntries(entries))
  })

  it('sections that are cited stand in docs/service.md', () => {
    const headings = [...readProjectFile('docs/service.md').matchAll(/^#+ (\d+(?:\.\d+)*)/gm)].map(
      ([, number]) => number,
    )
    const complaints = files
      .filter((path) => /^(src|test|examples|decisions|scenarios|[^/]+\.md)/.test(path))
      .flatMap((path) => {
        // In the sources a section needs no file name.
        const section = path.startsWith('src/') ? /§(\d+(?:\.\d+)*)/g : /service\.md §(\d+(?:\.\d+)*)/g
        const cited = [...readProjectFile(path).matchAll(section)]
        return cited
          .filter(([, number]) => !headings.includes(number))
          .map(([text]) => `${path}: cites ${text}`)
      })
    none(complaints)
  })

  it('nothing speaks of the machine it was written on', () => {
    const paths = /(^|[^\w.*])\/(work|farm|root|home|Users)\/[a-z.]|\.\.\/shared\b|https?:\/\/registry\./
    const texts = files.filter((path) => /\.([cm]?[jt]sx?|json|md|csv)$|^\.|^LICENSE$/.test(path))
    none(
      texts
        .filter((path) => paths.test(readProjectFile(path)))
        .map((path) => `${path}: names a path of a machine`),
    )
  })
})
