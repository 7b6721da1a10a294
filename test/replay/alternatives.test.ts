import type { AssumptionOverrides, Simulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { fresh } from '../docs/fresh'
import { isThorough } from '../support/thorough'
import { readProjectFile } from '../tidy/source-tree'
import { longSession } from './long-session'

const answersOf = ({ traffic }: Simulator): string =>
  JSON.stringify(traffic.map(({ response }) => [response?.status, response?.headers, response?.body]))

const usual = await longSession({})
const alternatives = usual.assumptions
  .register()
  .flatMap(({ id, default: standard, alternatives }) =>
    alternatives.filter((value) => value !== standard).map((value) => [id, value] as const),
  )

/** What a recording of a service with this value tells. */
async function verdict(id: string, value: unknown): Promise<string> {
  const session = await longSession({ [id]: value } as AssumptionOverrides)
  if (answersOf(session) === answersOf(usual)) return 'invisible'
  const { contradicted, undecided, unexplained } = await replay(session.traffic)
  const suspects = [...contradicted, ...undecided]
  const others = suspects.filter((one) => one.id !== id)
  const own = suspects.find((one) => one.id === id)
  if (contradicted.length > 0) expect(contradicted.map((one) => one.id)).toEqual([id])
  if (own === undefined) return unexplained.length > 0 ? 'a difference without a name' : 'silent'
  expect(own.fits).toContainEqual(value)
  const more = [...own.fits.filter((fit) => fit !== value).map(String), ...others.map((one) => one.id)]
  return more.length === 0 ? 'identified' : `undecided: ${more.map((one) => `\`${one}\``).join(', ')}`
}

const row = (id: string, value: unknown, told: string): string =>
  `| \`${id}\`: \`${String(value)}\` | ${told} |`

describe('each alternative alone', () => {
  const page = readProjectFile('docs/replay.md')

  test.each(alternatives)('%s: %s has a row in docs/replay.md', (id, value) => {
    expect(page).toContain(row(id, value, '').trimEnd().slice(0, -2))
  })

  const sample = [
    ['order-of-checks', 'first-error'],
    ['ratelimit-retry-after', 'until-full'],
    ['recurring-generation', 'draft'],
  ] as const

  test.each(sample)('%s: %s is what its row says', { timeout: 120_000 }, async (id, value) => {
    expect(page).toContain(row(id, value, await verdict(id, value)))
  })

  test.runIf(isThorough || process.env.UPDATE)(
    'all rows are measured (UPDATE=1 rewrites them)',
    { timeout: 3_600_000 },
    async () => {
      const rows: string[] = []
      for (const [id, value] of alternatives) rows.push(row(id, value, await verdict(id, value)))
      fresh('docs/replay.md', 'alternatives', ['| Alternative | Alone |', '|---|---|', ...rows].join('\n'))
    },
  )
})
