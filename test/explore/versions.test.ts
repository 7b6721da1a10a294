import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../support/thorough'

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** What a script prints under a version of Node, which npx brings from the registry of npm. */
function reportsOf(version: string, script = 'versions/reports.ts', ...given: string[]): string[] {
  const args = ['-y', '-p', `node@${version}`, 'node', '--import', 'tsx', pathOf(script), ...given]
  return execFileSync('npx', args, { encoding: 'utf8' }).trim().split('\n')
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
