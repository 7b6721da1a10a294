import { createSimulator, signWebhook } from 'accounting-simulator'
import { explore, type Plan } from 'accounting-simulator/explore'
import { describe, expect, test } from 'vitest'
import { projectFiles, readProjectFile } from '../tidy/source-tree'
import { programErrors } from '../types/language'
import { ALL_BLOCKS, type Block, PAGES } from './blocks'
import { COMPILED, excerptOf, type Proof, proofOf, QUOTED, sourceOf } from './proofs'

const provenBy = (proof: Proof): [string, Block][] =>
  ALL_BLOCKS.filter((block) => proofOf(block) === proof).map((block) => [block.place, block])

test('every block of every page is proven', () => {
  const unproven = ALL_BLOCKS.filter((block) => proofOf(block) === undefined)
  expect(unproven.map(({ place }) => place)).toEqual([])
})

test('every page is looked at', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/service.md', 'docs/recipes/paging.md']))
  const fences = PAGES.flatMap((page) => readProjectFile(page).match(/^\s*(```|~~~)/gm) ?? [])
  expect(ALL_BLOCKS).toHaveLength(fences.length / 2)
})

describe('what is quoted', () => {
  const excerpts = provenBy('quoted').filter(([, block]) => sourceOf(block) !== undefined)

  test.each(excerpts)('%s stands in the file that it names', (_, block) => {
    expect(readProjectFile(sourceOf(block) ?? '')).toContain(excerptOf(block))
  })

  test('every project of a test runner is quoted', () => {
    const folders = new Set(excerpts.map(([, block]) => sourceOf(block)?.split('/')[1]))
    expect([...folders]).toEqual([
      'vitest-project',
      'jest-project',
      'node-test-project',
      'playwright-project',
    ])
  })

  test.each(Object.entries(QUOTED))('%s shows whole files', (page, paths) => {
    const codes = ALL_BLOCKS.filter((block) => block.page === page).map(({ code }) => code)
    for (const path of paths) expect(codes).toContain(readProjectFile(path))
  })
})

describe('what only compiles', () => {
  test.each(provenBy('compiled'))(
    '%s',
    (_, { page, code }) => {
      expect(programErrors(`${COMPILED[page]}${code}`)).toEqual([])
    },
    180_000,
  )
})

describe('data', () => {
  const dataOf = (page: string): unknown[] =>
    provenBy('data').flatMap(([, block]) => (block.page === page ? [JSON.parse(block.code)] : []))

  test('there is no other', () => {
    expect([...new Set(provenBy('data').map(([, { page }]) => page))].sort()).toEqual([
      'docs/agents.md',
      'docs/explore.md',
      'docs/service.md',
    ])
  })

  test('the plans can be played', async () => {
    const world = createSimulator()
    const experiment = { world, start: () => ({ run: () => world.clock.now }), check: () => [] }
    for (const plan of dataOf('docs/explore.md'))
      expect(await explore.once(experiment, plan as Plan)).toMatchObject({ survived: true })
  })

  test('the setting of an agent starts a command that there is', () => {
    const [setting] = dataOf('docs/agents.md')
    expect(setting).toEqual({
      mcpServers: { accounting: { command: 'npx', args: ['accounting-simulator', 'mcp'] } },
    })
  })

  test('the event of the description has the signature that it names', () => {
    const page = readProjectFile('docs/service.md')
    const [, signature] = /has the signature `(\w+)`/.exec(page) ?? []
    const [, secret = '', timestamp] = /secret `(\w+)`, timestamp (\d+), body/.exec(page) ?? []
    const [[, { code = '' } = {}] = []] = provenBy('data').filter(
      ([, block]) => block.page === 'docs/service.md',
    )
    expect(signWebhook({ secret, timestamp: Number(timestamp), body: code.trimEnd() })).toBe(signature)
  })
})

/** `fresh('page', 'mark', ...)` of any test. */
const WRITTEN = /fresh\(\s*'([^']+)',\s*'([^']+)'/g

test('every mark around a block has a test that prints anew what stands there', () => {
  const tests = projectFiles('test').filter((path) => path.endsWith('.test.ts'))
  const written = tests.flatMap((path) =>
    [...readProjectFile(path).matchAll(WRITTEN)].map(([, page, mark]) => `${page} ${mark}`),
  )
  const marks = provenBy('printed').map(([, { page, mark }]) => `${page} ${mark}`)
  expect(marks.filter((mark) => !written.includes(mark))).toEqual([])
})
