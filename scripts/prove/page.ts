import { PATCHES } from '../../test/prove/patches'
import { CHAPTERS } from './chapters'
import { coverageTable, rulesWithTests } from './coverage'
import { rivalTables } from './rivals/table'
import { type Result, UNCHANGED } from './turns'

const HEAD = `# Proof

\`npm run prove\` writes this page. It plays each chapter, seed by seed, and counts what failed.

| Command | What it does |
|---|---|
| \`npm run prove\` | plays what has not passed at this commit, and writes this page |
| \`npm run prove -- --chapter simulation --seed 7\` | plays one seed again |
| \`npm run prove -- --chapter simulation --minutes 30\` | plays fresh seeds for half an hour |
| \`npm run prove -- --fresh\` | plays a fresh seed, as every run of the CI does |
| \`npm run prove -- --shard 3/8\` | plays the third of eight parts, on one of eight machines |
| \`npm run prove -- merge FOLDER...\` | joins the results of other machines with those of this one |

A failure names its chapter and seed; one of the simulation prints the steps that are needed for it, too.
`

const number = (value: number): string => value.toLocaleString('en-US')

/** The page of the results: one row for each chapter and commit, the newest first. */
export function pageOf(results: readonly Result[]): string {
  const rows = CHAPTERS.flatMap(({ name, shows }) => rowsOf(name, shows, results))
  const table = [
    '| Chapter | What it shows | Seeds | Steps | Tests | Failed | Minutes | Date | Commit | Node |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ]
  const failed = results.flatMap((result) => result.failed.map((test) => failureOf(result, test)))
  const failures = failed.length === 0 ? 'Nothing failed.' : failed.join('\n')
  const planted = results.filter(({ file, foundBy }) => foundBy !== undefined && file !== UNCHANGED)
  const patches = planted.length === 0 ? '' : `\n## Planted mistakes\n\n${plantedTable(planted)}\n`
  const places = results.filter(({ digests }) => digests !== undefined)
  const matrix = places.length === 0 ? '' : `\n## The same bytes everywhere\n\n${matrixTable(places)}\n`
  const rivals = results.filter(({ times }) => times !== undefined)
  const others = rivals.length === 0 ? '' : `\n## Beside others\n\n${rivalTables(rivals)}\n`
  const rules = `\n## Rules of the service\n\n${coverageTable(rulesWithTests())}\n`
  const more = [matrix, others, patches, rules].join('')
  return `${HEAD}\n## Results\n\n${table.join('\n')}\n\n## Failures\n\n${failures}\n${more}`
}

function rowsOf(name: string, shows: string, results: readonly Result[]): string[] {
  const own = results.filter(({ chapter }) => chapter === name)
  const commits = [...new Set(own.sort((a, b) => (a.date < b.date ? 1 : -1)).map(({ commit }) => commit))]
  if (commits.length === 0) return [`| ${name} | ${shows} | not played | | | | | | | |`]
  return commits.map((commit) => {
    const all = own.filter((one) => one.commit === commit)
    const total = (of: (one: Result) => number): number => all.reduce((sum, one) => sum + of(one), 0)
    const seeds = all.filter(({ seed }) => seed !== null).length
    return `| ${[
      name,
      shows,
      seeds === 0 ? '' : number(seeds),
      seeds === 0 ? '' : number(total(({ steps }) => steps)),
      number(total(({ tests }) => tests)),
      number(total(({ failed }) => failed.length)),
      number(Math.round(total(({ seconds }) => seconds) / 60)),
      all[0]?.date.slice(0, 10),
      `${commit.slice(0, 9)}${commit.slice(40)}`,
      [...new Set(all.map(({ node }) => node))].join(', '),
    ].join(' | ')} |`
  })
}

const failureOf = ({ chapter, seed, file }: Result, test: string): string =>
  `- ${chapter}: ${test} (\`npm run prove -- --chapter ${chapter}${seed === null ? '' : ` --seed ${seed}`}\`, ${file})`

function plantedTable(planted: readonly Result[]): string {
  const found = (by: 'tests' | 'simulation'): number => planted.filter(({ foundBy }) => foundBy?.[by]).length
  const rows = [...planted]
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(
      ({ file, foundBy = {}, budget = 300 }) =>
        `| ${[file, foundBy.tests ?? 'no', foundBy.simulation ?? `not in ${budget} s`].map(cell).join(' | ')} |`,
    )
  return [
    `${planted.length} of ${PATCHES.length} mistakes were tried. The tests find ${found('tests')} of them,`,
    `and the simulation finds ${found('simulation')} in its time.`,
    '',
    '| Mistake | First test that fails | What the simulation finds, and after how long |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

/** One row for each place: how many time zones and locales it was played in, and the digests. */
function matrixTable(places: readonly Result[]): string {
  const rows = places.map(({ file, digests = {}, date }) => {
    const { 'not run': why, ...played } = digests
    const different = [...new Set(Object.values(played))].map((digest) => `\`${digest.slice(0, 16)}\``)
    const cells = [
      file,
      Object.keys(played).length,
      different.join(', ') || `not run: ${why}`,
      date.slice(0, 10),
    ]
    return `| ${cells.map(String).map(cell).join(' | ')} |`
  })
  return [
    'Three days with faults and webhooks, and 40 stories: a digest of every answer, delivery, row and journal. Each',
    'place is played in three time zones and two locales, and its digests have to be the same as in all others.',
    '',
    '| Place | Settings | Digest | Date |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '/').replaceAll(/\s+/g, ' ').slice(0, 120)
