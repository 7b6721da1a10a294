import { describe, expect, it } from 'vitest'
import { definitionComplaints } from './catalogue'
import { clauseComments } from './comments'
import { deadExports, deadFiles } from './dead'
import { cycles, folderComplaints, layerComplaints } from './layers'
import { doubleNames } from './names'
import { nameComplaints, sizeComplaints } from './sizes'
import { type Source, sourceOf } from './source'
import { wordComplaints } from './words'

/** A rule that cannot be broken proves nothing: each of these files breaks one. */
const one = (path: string, text: string): Source[] => [sourceOf(path, text)]
const tree = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, sourceOf(path, text)]))

describe('layers', () => {
  it.each([
    ['src/kernel/clock.ts', "import { x } from '../engine/execute'", 'kernel must not know'],
    [
      'src/engine/execute.ts',
      "import type { x } from '../service/http/service-context'",
      'engine must not know',
    ],
    ['src/engine/execute.ts', "const x = import('../simulator/simulator')", 'engine must not know'],
    ['src/engine/execute.ts', "type X = import('../simulator/simulator').X", 'engine must not know'],
    ['src/service/http/service-context.ts', "export { x } from '../../api/y'", 'service/http must not know'],
    ['src/resources/sales/a.ts', "import { x } from '../../engine/compile'", 'record types must not know'],
    ['src/resources/sales/a.ts', "import { x } from './b'", 'record types must not know'],
    ['src/index.ts', "import { x } from './hosts/msw'", 'face must not know'],
    ['src/hosts/msw.ts', "import { createSimulator } from '../index'", 'takes more than types'],
    ['src/hosts/msw.ts', "import type { x } from '../kernel/store'", 'hosts/msw must not know'],
    ['src/kernel/clock.ts', "import Big from 'big.js'", 'imports big.js'],
    ['src/service/http/service-context.ts', "import 'node:http'", 'imports node:http'],
    ['src/extra/x.ts', 'export {}', 'belongs to no layer'],
  ])('%s: %s', (path, text, complaint) => {
    expect(layerComplaints(one(path, text)).join()).toContain(complaint)
  })

  it('lets types of the face reach a host and values reach a command', () => {
    expect(layerComplaints(one('src/hosts/msw.ts', "import type { Simulator } from '../index'"))).toEqual([])
    expect(layerComplaints(one('src/command/x-command.ts', "import { x } from '../index'"))).toEqual([])
  })

  it.each(['import { x } from', 'import type { x } from'])('names a circle of `%s`', (taken) => {
    const store = 'src/kernel/store.ts'
    const table = 'src/kernel/table.ts'
    const circle = cycles(tree({ [store]: "import './table'", [table]: `${taken} './store'` }))
    expect(circle.join()).toContain(`${store} -> ${table} -> ${store}`)
  })

  it.each([
    ['src/engine/model/row.ts', "import type { x } from '../write/save'", 'model must not know write'],
    ['src/engine/read/page.ts', "import { x } from '../write/save'", 'read must not know write'],
    ['src/engine/write/save.ts', "import { x } from '../ledger/posts'", 'write must not know ledger'],
    ['src/engine/ledger/posts.ts', "import { x } from '../execute'", 'ledger must not know execute.ts'],
    ['src/engine/loose.ts', 'const x = 1', 'stands in no folder'],
  ])('%s: %s', (path, text, complaint) => {
    expect(folderComplaints(tree({ [path]: text })).join()).toContain(complaint)
  })

  it('names two domains that import each other', () => {
    const both = tree({
      'src/engine/ledger/posts.ts': "import { x } from '../assets/plan'",
      'src/engine/assets/plan.ts': "import { x } from '../ledger/posts'",
    })
    expect(folderComplaints(both).join()).toContain('ledger and assets import each other')
  })
})

describe('words', () => {
  it.each([
    ['src/kernel/x.ts', 'const x = new Date()', 'Date'],
    ['src/service/http/x.ts', 'const x = Math.random()', 'Math.random'],
    ['src/engine/x.ts', 'setTimeout(f)', 'setTimeout'],
    ['src/engine/x.ts', 'async function f() {}', 'async'],
    ['src/simulator/simulator.ts', 'process.env', 'process.'],
    ['src/engine/ledger/posts.ts', "write.table('invoices').put(row)", '.put('],
    ['src/engine/x.ts', "if (why.startsWith('403')) x()", 'why.startsWith('],
    ['src/tools/x.ts', 'const [x] = /(.)/.exec(entry.detail)', '.exec(entry.detail)'],
    ['test/x.ts', 'const x = y as any', 'as any'],
    ['test/x.ts', '// TODO later', 'TODO'],
    ['test/x.test.ts', "it.only('x', f)", 'it.only'],
  ])('%s: %s', (path, text, word) => {
    expect(wordComplaints(one(path, text)).join()).toContain(`${path}:1: "${word}"`)
  })

  it.each([
    ['src/kernel/x.ts', "// no Date here\nconst x = 'setTimeout' + `await Date`"],
    ['src/kernel/x.ts', 'const x: PlainDate = /Date/'],
    ['src/host-time/host-time.ts', 'const x = Date.now()'],
  ])('%s lets pass %j', (path, text) => {
    expect(wordComplaints(one(path, text))).toEqual([])
  })
})

describe('what is dead', () => {
  const sources = tree({
    'src/index.ts': "export { used } from './engine/execute'",
    'src/engine/execute.ts': 'export const used = 1\nexport const unused = 2\nexport interface Alone {}',
    'src/kernel/store.ts': 'export interface Shape {}\nexport const lost = (x: Shape) => x',
    'test/x.test.ts': "import { lost } from '../src/kernel/store'",
  })

  it('files', () => expect(deadFiles(sources).join()).toMatch(/^src\/kernel\/store\.ts: /))
  it('exports', () => {
    expect(deadExports(sources).map((complaint) => complaint.split(';')[0])).toEqual([
      'src/engine/execute.ts:2: nobody imports unused',
      'src/engine/execute.ts:3: nobody imports Alone',
    ])
  })
})

describe('sizes, names, definitions', () => {
  it.each([
    ['src/kernel/x.ts', 'x\n'.repeat(301), '301 lines'],
    ['src/hosts/node/x.ts', 'x\n'.repeat(121), '121 lines'],
    ['src/resources/sales/x.ts', `import {\n  a,\n} from './a'\n\n${'x\n'.repeat(91)}`, '91 lines'],
    ['src/kernel/x.ts', 'x'.repeat(121), '121 characters'],
  ])('%s is too large', (path, text, complaint) => {
    expect(sizeComplaints(one(path, text)).join()).toContain(complaint)
  })

  it('names', () =>
    expect(nameComplaints(['src/a/helpers.ts', 'src/wireTexts.ts', 'src/ok.ts'])).toHaveLength(2))

  it.each([
    ['export type Mark = 1', 'export interface Mark {}', true],
    ['export class Mark {}', 'export const Mark = () => 1', true],
    ['export function mark() {}', 'export const mark = function () {}', true],
    ['export function mark() {}', "export { mark } from './a'", false],
    ['export const mark = 1', 'export const mark = 2', true],
    ['export default 1', 'export default 2', false],
    ['export function mark(a: 1): 1\nexport function mark(a: 2): 2', '', false],
  ])('two of one name: %s and %s', (a, b, isRefused) => {
    const complaints = doubleNames(tree({ 'src/a.ts': a, 'src/b.ts': b }).values()).join()
    expect(complaints.startsWith('src/b.ts:1: src/a.ts:1 exports')).toBe(isRefused)
  })

  it.each([
    ['/** What the key may do. */', ['src/a.ts:1']],
    ['/**\n * Whether it is.\n * What else.\n */', ['src/a.ts:2']],
    ['// How it is done\n// Which is well.', ['src/a.ts:1']],
    ['const x = 1 // Where it is', []],
    ['/** The key may do this. What is more. */', []],
    ['/** Whoever asks gets it. */', []],
  ])('a comment is no clause: %j', (text, places) => {
    const complaints = clauseComments(one('src/a.ts', text))
    expect(complaints.map((complaint) => complaint.split(': ')[0])).toEqual(places)
  })

  it('definitions', () => {
    const text = 'export const a = f.record({})'
    expect(definitionComplaints(one('src/resources/sales/a.ts', text))).toEqual([])
    expect(definitionComplaints(one('src/resources/sales/a.ts', `${text}\nexport const b = 1`))).toHaveLength(
      1,
    )
  })
})
