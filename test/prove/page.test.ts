import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHAPTERS } from '../../scripts/prove/chapters'
import { rowsIn, sectionOf } from '../../scripts/prove/kept'
import { summaryOf, resultsPageOf as wholePage } from '../../scripts/prove/page'
import { withScoreboard } from '../../scripts/prove/rivals/table'
import {
  isOfShard,
  merge,
  type Result,
  readResults,
  type Turn,
  turnsOf,
  writeResult,
} from '../../scripts/prove/turns'
import { table } from '../support/table'
import { temporaryFolder } from '../support/temporary-folder'

/** Without the rules of the service, which are counted anew each time. */
const pageOf = (results: readonly Result[], before = ''): string =>
  withoutRules(wholePage(results, before, []))

const withoutRules = (page: string): string => page.split('\n## Rules of the service\n')[0] ?? ''

const PAGE = withoutRules(readFileSync('docs/proof-results.md', 'utf8'))

const NEW = 'a'.repeat(40)

const result = (more: Partial<Result>): Result => ({
  ...{ chapter: 'simulation', file: 'a.test.ts', seed: 3, steps: 1000, commit: NEW },
  ...{
    date: '2026-01-15T09:00:00.000Z',
    node: 'v22.0.0',
    processor: '2 cores of A',
    tests: 1,
    failed: [],
    seconds: 90,
  },
  ...more,
})

test('the page counts seeds, steps and failures, and says how to play a failure again', () => {
  const page = pageOf([result({}), result({ seed: 4, failed: ['seed 4 keeps every promise'] })])
  expect(page).toContain('| 2 | 2,000 | 2 | 1 | 3 | 2026-01-15 | aaaaaaaaa | v22.0.0 | 2 cores of A |')
  expect(page).toContain('npm run prove -- --chapter simulation --seed 4')
  expect(pageOf([result({})])).toContain('Nothing failed.')
  expect(pageOf([])).toContain(`| not played |`)
})

test('the page sums the kills of each storage, and keeps a row until as many were played here', () => {
  const counts = (kills: number) => ({
    counts: {
      SQLite: { kills, answers: 30, twins: 2, differences: 0, events: 100, missing: 0, repeated: 9 },
    },
  })
  const rowOf = (page: string): string => page.split('\n').find((line) => line.startsWith('| SQLite |')) ?? ''
  const page = pageOf([result(counts(40)), result({ seed: 4, ...counts(60) })])
  expect(rowOf(page)).toBe(
    '| SQLite | 100 | 60 | 4 | 0 | 200 | 0 | 9.0 % | 2026-01-15 | aaaaaaaaa | v22.0.0 |',
  )
  expect(rowOf(pageOf([result(counts(99))], page))).toBe(rowOf(page))
  expect(rowOf(pageOf([result(counts(100))], page))).toContain('| SQLite | 100 | 30 | 2 |')
})

describe('the page for people', () => {
  test('sums what was played at all commits, and names the newest', () => {
    const old = { commit: 'b'.repeat(40), date: '2026-01-14T09:00:00.000Z' }
    const page = summaryOf(
      pageOf([result({ seconds: 3600 }), result({ ...old, seed: 4, failed: ['it broke'] })]),
    )
    const row = page.split('\n').find((line) => line.startsWith('| simulation |'))
    expect(row?.split(' | ').slice(2)).toEqual([
      ...['2,000 steps in 2 runs, 2 tests', '1', '1.0', '2026-01-15', 'aaaaaaaaa and 1 before |'],
    ])
    expect(page).toContain('- simulation: it broke')
    expect(page).toContain('Played on 2 cores of A.')
    expect(page).toMatch(/^\| books \|.*\| not played \|/m)
  })

  test('is what the page of results says, in at most a hundred lines', () => {
    const page = readFileSync('docs/proof.md', 'utf8')
    expect(page).toBe(summaryOf(readFileSync('docs/proof-results.md', 'utf8')))
    expect(page.split('\n').length).toBeLessThanOrEqual(100)
  })
})

describe('in a clone that has no results', () => {
  test('the page keeps its rows and sections', () => {
    const page = pageOf([], PAGE)
    expect(pageOf([], page)).toBe(page)
    const told = (text: string): string[] =>
      rowsIn(sectionOf(text, 'Results')).map(([name, , ...figures]) => [name, ...figures].join(' '))
    expect(told(page)).toEqual(expect.arrayContaining(told(PAGE)))
    expect(told(PAGE).length).toBeGreaterThan(10)
    for (const heading of [
      'Failures',
      'The same bytes everywhere',
      'Where users live',
      'Beside others',
      'Planted mistakes',
      'Mutants',
    ])
      expect(sectionOf(page, heading), heading).toBe(sectionOf(PAGE, heading))
  })

  const played = (seeds: number, more: Partial<Result> = {}): Result[] =>
    Array.from({ length: seeds }, (_, index) => result({ seed: index + 1, ...more }))
  const rowsOf = (page: string): string =>
    page
      .split('\n')
      .filter((line) => line.startsWith('| simulation |'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => `${cells[3]} of ${cells[9]?.slice(0, 1)}`)
      .join(', ')

  test.each(
    table(`
      had      | here        | has
      -        | 3 of a      | 3 of a
      40 of b  | -           | 40 of b
      40 of b  | 1 of a      | 1 of a, 40 of b
      40 of b  | 40 of a     | 40 of a
      40 of b  | 50 of a     | 50 of a
      40 of a  | 1 of a      | 40 of a
      2 of a   | 3 of b      | 3 of b
    `),
  )('a page that had $had and $here played here: $has', (row) => {
    const read = (text = '-'): Result[] => {
      const [count, commit = ''] = text.split(' of ')
      return text === '-' ? [] : played(Number(count), { commit: commit.repeat(40) })
    }
    const before = pageOf(read(row.had))
    const after = pageOf(read(row.here), before)
    expect(rowsOf(after)).toBe(row.has)
    expect(pageOf(read(row.here), after)).toBe(after)
  })

  test('a failure stays for as long as its row', () => {
    const before = pageOf(played(2, { failed: ['it broke'] }))
    const line = '- simulation: it broke'
    expect(pageOf([], before)).toContain(line)
    expect(pageOf(played(1, { commit: 'b'.repeat(40) }), before)).toContain(line)
    expect(pageOf(played(2, { commit: 'b'.repeat(40) }), before)).not.toContain(line)
  })

  test('a mistake that is tried again takes its own row', () => {
    const name = 'half a cent goes down'
    const other = PAGE.split('\n').find((line) => line.startsWith('| weeks begin a day late |'))
    const again = result({ chapter: 'patches', file: name, seed: null, foundBy: { tests: 'a table' } })
    const lines = pageOf([again], PAGE).split('\n')
    expect(lines).toContain(`| ${name} | a table | not in 300 s | aaaaaaaaa |`)
    expect(lines.filter((line) => line.startsWith(`| ${name} |`))).toHaveLength(1)
    expect(lines).toContain(other)
  })

  test('a row stays until as many tests were played, also at several commits', () => {
    const of = (commit: string, tests: number) =>
      result({ chapter: 'promises', seed: null, tests, commit: commit.repeat(40) })
    const before = pageOf([of('a', 5)])
    const rowsOf = (page: string) =>
      page.split('\n').flatMap((line) => (line.startsWith('| promises |') ? line.split(' | ').at(4) : []))
    expect(rowsOf(pageOf([of('b', 3)], before)).sort()).toEqual(['3', '5'])
    expect(rowsOf(pageOf([of('b', 3), of('c', 2)], before)).sort()).toEqual(['2', '3'])
  })

  test('a group of mutants stays until as many of its files were played', () => {
    const mutants = [{ at: 1, line: 'a', from: 'a', to: 'b' }]
    const of = (name: string, state: 'killed' | 'survived'): Result =>
      result({
        ...{ chapter: 'mutation', file: `src/kernel/${name}.ts`, seed: null },
        mutants: mutants.map((one) => ({ ...one, state })),
      })
    const row = (page: string): string | undefined =>
      page.split('\n').find((line) => line.startsWith('| money | '))
    const before = pageOf([of('cents', 'killed'), of('money', 'survived')])
    expect(row(before)).toBe('| money | 2 of 2 | 2 | 1 | 0 | 1 | 50 % | aaaaaaaaa |')
    expect(row(pageOf([of('cents', 'killed')], before))).toBe(row(before))
    const after = pageOf([of('cents', 'killed'), of('money', 'killed')], before)
    expect(row(after)).toBe('| money | 2 of 2 | 2 | 2 | 0 | 0 | 100 % | aaaaaaaaa |')
  })

  test('places and rivals are compared with each other, so a part of them changes nothing', () => {
    const place = result({ chapter: 'matrix', file: 'Bun', seed: null, digests: { UTC: 'f'.repeat(64) } })
    const rival = result({ chapter: 'rivals', file: 'emulate', seed: null, times: { get: 1 }, checks: {} })
    const after = pageOf([place, rival], PAGE)
    expect(after.split('\n## ').slice(3)).toEqual(PAGE.split('\n## ').slice(3))
  })
})

test('the scoreboard of the comparison is that of the page of proof', () => {
  const [comparison, proof] = ['docs/comparison.md', 'docs/proof-results.md'].map((path) =>
    readFileSync(path, 'utf8'),
  )
  expect(withScoreboard(comparison ?? '', proof ?? '')).toBe(comparison)
  expect(comparison).toContain('| time moves | yes | has no clock |')
})

/** A result of each turn that depends on nothing but the turn; some fail. */
function resultsOf(part: number, parts: number, folder: string): void {
  for (const chapter of CHAPTERS) {
    let index = -1
    for (const turn of turnsOf(chapter, undefined, false)) {
      index += 1
      if (!isOfShard([part, parts], index)) continue
      const failed = index % 7 === 3 ? [`${turn.file} fails`] : []
      const own = {
        patches: { foundBy: { tests: turn.file } },
        mutation: { mutants: [{ at: 1, line: 'a', from: 'a', to: `${index}`, state: 'killed' as const }] },
        environments: {},
        consumers: {},
        matrix: { digests: { UTC: 'f'.repeat(64) } },
        rivals: { times: { get: index + 1 }, checks: { 'time moves': 'yes' } },
      }
      const { file, seed = null } = turn
      const more = chapter.own === undefined ? {} : own[chapter.own]
      writeResult(turn, result({ chapter: chapter.name, file, seed, failed, ...more }), folder)
    }
  }
}

test('8 of 8 shards of every chapter, merged, give the page of the whole byte for byte, failures too', () => {
  const folder = (): string => temporaryFolder()
  const whole = folder()
  resultsOf(1, 1, whole)
  const shards = Array.from({ length: 8 }, folder)
  for (const [index, shard] of shards.entries()) resultsOf(index + 1, 8, shard)
  const joined = folder()
  merge([...shards].reverse(), joined)
  const page = pageOf(readResults(joined), PAGE)
  expect(page).toBe(pageOf(readResults(whole), PAGE))
  expect(page).toContain('fails')
  for (const { name } of CHAPTERS) expect(page).toContain(`\n| ${name} | `)
  expect(page).not.toContain('not played')
})

test('of two results of one turn the later counts, whatever order they are merged in', () => {
  const folder = (): string => temporaryFolder()
  const [one, other] = [folder(), folder()]
  const [turn] = turnsOf(CHAPTERS.find(({ own }) => own === 'mutation') as Turn['chapter'], undefined, false)
  const of = (date: string, failed: string[]) =>
    result({ chapter: 'mutation', file: turn?.file ?? '', seed: null, date, failed })
  writeResult(turn as Turn, of('2026-01-02T00:00:00.000Z', []), one)
  writeResult(turn as Turn, of('2026-01-01T00:00:00.000Z', ['7 % of the mutants']), other)
  for (const folders of [
    [one, other],
    [other, one],
  ]) {
    const joined = folder()
    merge(folders, joined)
    expect(readResults(joined).map(({ failed }) => failed)).toEqual([[]])
  }
})
