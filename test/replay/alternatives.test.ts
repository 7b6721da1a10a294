import { describe, expect, test } from 'vitest'
import { fresh } from '../docs/fresh'
import { isThorough } from '../support/thorough'
import { readProjectFile } from '../tidy/source-tree'
import {
  ALTERNATIVES,
  type Alternative,
  isTelling,
  randomSets,
  SESSION_NAMES,
  tell,
  type Verdict,
} from './alternatives'

/** Alone, the first session that identifies it, or two that do not; in sets, four in one recording. */
const [ALONE_AT_MOST, IN_SETS_AT_MOST] = [2, 4]
const SEED_OF_SETS = 100
const FROM_BEST: readonly Verdict[] = ['identified', 'undecided', 'silent', 'invisible']

const nameOf = ([id, value]: Alternative): string => `\`${id}\`: \`${String(value)}\``

const bestOf = (verdicts: readonly Verdict[]): Verdict =>
  FROM_BEST.find((verdict) => verdicts.includes(verdict)) ?? 'invisible'

async function alone(alternative: Alternative): Promise<Verdict> {
  const verdicts: Verdict[] = []
  for (const session of SESSION_NAMES) {
    if (verdicts.includes('identified') || verdicts.length === ALONE_AT_MOST) break
    if (!(await isTelling([alternative], session))) continue
    const told = await tell([alternative], [session])
    expect(told.false, `${nameOf(alternative)} in ${session}`).toEqual([])
    verdicts.push(...told.verdicts)
  }
  return bestOf(verdicts)
}

/** Noisy recordings with a random set turned. */
async function inSet(set: readonly Alternative[], seed: number): Promise<readonly Verdict[]> {
  const sessions: string[] = []
  for (const session of SESSION_NAMES)
    if (sessions.length < IN_SETS_AT_MOST && (await isTelling(set, session))) sessions.push(session)
  const told = await tell(set, sessions, seed)
  expect(told.false, `${set.map(nameOf).join(', ')} in ${sessions.join(', ')}`).toEqual([])
  return told.verdicts
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const HEAD = [row('Alternative', 'Alone', 'In a set'), '|---|---|---|']
const page = readProjectFile('docs/replay.md')

/** The cells of its row: the name, alone, in a set. */
const cellsOf = (alternative: Alternative): string[] => {
  const line = page.split('\n').find((one) => one.startsWith(`| ${nameOf(alternative)} |`)) ?? ''
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

describe('what a recording tells of each alternative', () => {
  test('the table has them all', () => {
    const names = [...page.matchAll(/^\| (`[^|]+`: `[^|]+`) \|/gm)].map(([, name]) => name)
    expect(names).toEqual(ALTERNATIVES.map(nameOf))
  })

  // Some of each kind.
  const sample = [
    'order-of-checks',
    'ratelimit-retry-after',
    'webhook-object-id',
    'asset-disposal',
    'recognition-timing',
    'usage-update',
  ]
  const chosen = ALTERNATIVES.filter(([id]) => sample.includes(id))

  test.each(chosen)('%s: %s is what its row says', { timeout: 240_000 }, async (...alternative) => {
    expect(cellsOf(alternative)[1]).toBe(await alone(alternative))
  })

  const sets = randomSets(1)
  const [first = []] = sets
  test.runIf(isThorough)('the first random set is what its rows say', { timeout: 240_000 }, async () => {
    expect(await inSet(first, SEED_OF_SETS)).toEqual(first.map((alternative) => cellsOf(alternative)[2]))
  })

  test.runIf(isThorough || process.env.UPDATE)(
    'the table is measured (UPDATE=1 rewrites it)',
    { timeout: 7_200_000 },
    async () => {
      const together = new Map<Alternative, Verdict>()
      for (const [at, set] of sets.entries()) {
        const verdicts = await inSet(set, SEED_OF_SETS + at)
        for (const [position, alternative] of set.entries())
          together.set(alternative, verdicts[position] ?? 'invisible')
      }
      const rows: string[] = []
      for (const alternative of ALTERNATIVES)
        rows.push(
          row(nameOf(alternative), await alone(alternative), together.get(alternative) ?? 'invisible'),
        )
      fresh('docs/replay.md', 'alternatives', [...HEAD, ...rows].join('\n'))
    },
  )
})
