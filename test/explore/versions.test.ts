import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../support/thorough'
import { BUGS } from './clients/all'

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** What a script prints under a version of Node, which npx brings from the registry of npm. */
function reportsOf(version: string, script = 'versions/reports.ts', ...given: string[]): string[] {
  const args = ['-y', '-p', `node@${version}`, 'node', '--import', 'tsx', pathOf(script), ...given]
  const printed = execFileSync('npx', args, { encoding: 'utf8' }).trim().split('\n')
  // Programs in workers print, too.
  return printed.filter((line) => line.startsWith('['))
}

describe.runIf(isThorough)('the same reports', () => {
  const versions = ['20', '22', '24']
  const [first = '', ...others] = versions
  it.each(others)(`of Node ${first} and Node %s`, (version) => {
    const expected = reportsOf(first)
    expect(expected.length).toBeGreaterThan(6)
    expect(reportsOf(version)).toEqual(expected)
  })

  it.each(versions)('of one worker and of four, Node %s', (version) => {
    const alone = reportsOf(version, 'workers/report.ts', '1')
    expect(alone[0]).toContain('"runs":40')
    expect(reportsOf(version, 'workers/report.ts', '4')).toEqual(alone)
  })
})

/** Each line says first whether the plan failed again in the same way. */
describe.runIf(isThorough)('the plan of each planted bug fails again, and the reports are equal', () => {
  const expected = reportsOnce()
  it.each(['20', '22', '24'].flatMap((version) => ['1', '4'].map((workers) => [version, workers] as const)))(
    'Node %s, workers %s',
    { timeout: 3_600_000 },
    (version, workers) => {
      const lines = reportsOf(version, 'versions/replays.ts', workers)
      expect(lines.filter((line) => !line.startsWith('[true,'))).toEqual([])
      expect(lines).toEqual(expected())
      expect(lines).toHaveLength(BUGS.length)
    },
  )
})

/** Those of Node 20 and one worker. */
function reportsOnce(): () => string[] {
  let known: string[] | undefined
  return () => (known ??= reportsOf('20', 'versions/replays.ts', '1'))
}
