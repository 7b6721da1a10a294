import { describe, expect, it, vi } from 'vitest'
import { fitted } from '../../src/command/colours'
import { marksOf } from '../../src/command/mutate/marks'
import { type JudgedMutant, judgedMutant, mutateText, withHeadline } from '../../src/command/mutate/report'
import { mergeReports } from '../../src/command/mutate/shards'
import { suitePage } from '../../src/command/suite-page'
import type { Mutant } from '../../src/service/mutants/mutant'
import { progressLine } from '../../src/tools/explore/host/terminal-line'

const MUTANT: Mutant = { kind: 'write-not-sent', operation: 'POST /public/v1/invoices/', member: '' }
const given = { command: ['npx', 'jest'] as const, onlyKey: undefined }

const FOUND = judgedMutant(MUTANT, { outcome: 'found' }, given)
const reported = (mutants: JudgedMutant[], notPlayed: string[] = []) =>
  withHeadline({
    suite: { command: 'npx jest', seconds: 4, unstable: [] },
    requests: { msw: 0, serve: 0, fetch: 1, direct: 0 },
    notPlayed,
    notJudged: [],
    mutants,
  })

it('the bugs that a budget has left out are named once, in the text as in JSON', () => {
  const report = reported([FOUND], ['left-a', 'left-b'])
  for (const text of [JSON.stringify(report), mutateText(report), suitePage({ mutate: report })])
    expect(text.split('left-a').length - 1).toBe(1)
  expect(mutateText(report)).toContain('the budget ended before 2 mutants: left-a, left-b')
})

it('after a signal, the report says which one ended it', () => {
  const { headline: _, ...rest } = reported([FOUND], ['left-a', 'left-b'])
  const report = withHeadline({ ...rest, notJudged: [], stoppedBy: 'SIGINT' })
  expect(report.headline).toMatch(/^INCOMPLETE: SIGINT stopped it before 2 of 3 bugs were judged\. /)
  expect(mutateText(report)).toContain('SIGINT stopped it before 2 mutants: left-a, left-b')
})

it('a signal that ended one share is told of the whole', () => {
  const share = (index: number) => ({
    ...reported([FOUND], ['left']),
    shard: { index, of: 2, all: ['left'] },
  })
  const whole = mergeReports([share(1), { ...share(2), stoppedBy: 'SIGTERM' }])
  expect(whole.headline).toMatch(/^INCOMPLETE: SIGTERM stopped it before 2 of 4 bugs were judged\. /)
})

describe('a report at a terminal', () => {
  const LINE = `expect(simulator).toHaveReceived('POST /public/v1/invoices/', { memo: '${'long '.repeat(20)}' })`
  const survived = {
    ...judgedMutant(MUTANT, { outcome: 'survived' }, given),
    add: LINE,
    addTo: 'long '.repeat(30),
  }
  const report = reported([FOUND, survived])
  // A stream of Node inherits these.
  const shown = (stream: { isTTY?: boolean; columns?: number }, env = {}) =>
    fitted(mutateText(report), marksOf(report), Object.create(stream), env)

  it('fits its width, but for lines that somebody copies', () => {
    const lines = shown({ isTTY: true, columns: 80 }, { NO_COLOR: '1' }).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([`    add:   ${LINE}`, `  ${survived.again}`])
    expect(lines.slice(lines.indexOf(`    add:   ${LINE}`) + 1).slice(0, 2)).toEqual([
      `    to:    "${'long '.repeat(12)}long`,
      `           ${'long '.repeat(13)}long`,
    ])
    const words = (text: string) => text.split(/\s+/)
    expect(words(lines.join('\n'))).toEqual(words(mutateText(report)))
  })

  it('has the colour of its verdict, and others of its headings and of lines to copy', () => {
    const lines = shown({ isTTY: true, columns: 500 }).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `\u001B[31m${report.headline}\u001B[0m`,
        '\u001B[32mFound\u001B[0m',
        `\u001B[36m    add:   ${LINE}\u001B[0m`,
      ]),
    )
  })

  it('has one indent below a label, also where a line of a list is broken', () => {
    const list = `  never:             ${'word '.repeat(20)}\n                     ${'word '.repeat(20)}`
    const parts = fitted(list, { lines: new Map(), copied: [] }, { isTTY: true, columns: 80 }, {}).split('\n')
    expect(parts.map((part) => part.indexOf('word'))).toEqual([21, 21, 21, 21])
  })

  it('is as it is in a file', () => {
    expect(shown({})).toBe(mutateText(report))
  })
})

it('a line of a terminal is no wider than the terminal, and keeps what was found', () => {
  const { isTTY, columns } = process.stderr
  Object.assign(process.stderr, { isTTY: true, columns: 80 })
  vi.stubEnv('CI', '')
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const says = '0 found and 3 unnoticed so far, 90 seconds left'
    progressLine()(`bug 10 of 11: another-record:POST /public/v1/invoices/:items.item_id; ${says}`)
    const [line = ''] = written.mock.calls.flat().map((text) => String(text).replace('\r\u001B[K', ''))
    expect(line).toHaveLength(79)
    expect(line).toMatch(new RegExp(`^bug 10 of 11: .*…[^…]*${says}$`))
  } finally {
    Object.assign(process.stderr, { isTTY, columns })
    written.mockRestore()
    vi.unstubAllEnvs()
  }
})
