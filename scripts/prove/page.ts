import { PATCHES } from '../../test/prove/patches'
import { CHAPTERS, type Chapter } from './chapters'
import { projectResults } from './environments/table'
import { COLUMN, figure, hasFailed, type Row, rowsIn, rowText, sectionOf, withRowsOfPage } from './kept'
import { killsTable } from './kills'
import { mutationTable } from './mutation/table'
import { rivalTables } from './rivals/table'
import { type Rule, rulesTable } from './rules'
import { type Result, shortCommit, UNCHANGED } from './turns'

const TABLES_HEAD = `# Results of the proof

\`npm run prove\` writes this page from what was played, here and on other machines. [Proof](proof.md) has its sums
and says how to play a row again.
`

const SUMMARY_HEAD = `# Proof

\`npm run prove\` plays the long form of the tests in chapters, and writes this page. A stranger can play any of it
again: a failure names its chapter and seed, and one of the simulation prints the steps that it needs.
[The results in full](proof-results.md) have each row with its commit and Node, and the long tables.
`

const COMMANDS = `| Command | What it does |
|---|---|
| \`npm run prove\` | plays what has not passed at this commit, and writes both pages |
| \`npm run prove -- --chapter simulation --seed 7\` | plays one seed again |
| \`npm run prove -- --chapter simulation --minutes 30\` | plays fresh seeds for half an hour |
| \`npm run prove -- --fresh\` | plays a fresh seed, as every run of the CI does |
| \`npm run prove -- --chapter mutation --file src/kernel/money.ts\` | plays one file again |
| \`npm run prove -- --shard 3/8\` | plays the third of eight parts, on one of eight machines |
| \`npm run prove -- merge FOLDER...\` | joins the results of other machines with those of this one |`

const NOT_PLAYED = 'not played'
const KILLS = 'Killed sandboxes'

const number = (value: number): string => value.toLocaleString('en-US')

/**
 * The page of the results: a row for each chapter and commit, the newest first. What was not played on this machine
 * stays as the page has it.
 */
export function resultsPageOf(results: readonly Result[], before: string, rules: readonly Rule[]): string {
  const known = rowsIn(sectionOf(before, 'Results'))
  const rows = CHAPTERS.map(({ name, shows }) => {
    const here = rowsOf(name, shows, results)
    const all = withRowsOfPage(
      here,
      known
        .filter(([chapter, , seeds]) => chapter === name && seeds !== NOT_PLAYED)
        .map(([, , ...figures]) => [name, shows, ...figures]),
    )
    return all.length > 0 ? all : [[name, shows, NOT_PLAYED, '', '', '', '', '', '', '', '']]
  })
  const table = [
    '| Chapter | What it shows | Seeds | Steps | Tests | Failed | Minutes | Date | Commit | Node | Processor |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.flat().map(rowText),
  ]
  const sections = [
    ['Results', table.join('\n')],
    ['Failures', failuresOf(results, before, rows.flat().filter(hasFailed))],
    [KILLS, killsTable(results, sectionOf(before, KILLS))],
    ['The same bytes everywhere', matrixTable(results, before)],
    ['Where users live', projectResults(results, sectionOf(before, 'Where users live'))],
    ['Beside others', rivalSection(results, before)],
    ['Planted mistakes', plantedTable(results, before)],
    ['Mutants', mutationTable(results, sectionOf(before, 'Mutants'))],
    ['Rules of the service', rulesTable(rules)],
  ]
  const shown = sections.filter(([, text]) => text !== '')
  return `${TABLES_HEAD}\n${shown.map(([heading, text]) => `## ${heading}\n\n${text}\n`).join('\n')}`
}

function rowsOf(name: string, shows: string, results: readonly Result[]): Row[] {
  const own = results.filter(({ chapter }) => chapter === name)
  const commits = [...new Set(own.sort((a, b) => (a.date < b.date ? 1 : -1)).map(({ commit }) => commit))]
  return commits.map((commit) => {
    const all = own.filter((one) => one.commit === commit)
    const total = (of: (one: Result) => number): number => all.reduce((sum, one) => sum + of(one), 0)
    const seeds = all.filter(({ seed }) => seed !== null).length
    return [
      name,
      shows,
      seeds === 0 ? '' : number(seeds),
      seeds === 0 ? '' : number(total(({ steps }) => steps)),
      number(total(({ tests }) => tests)),
      number(total(({ failed }) => failed.length)),
      number(Math.round(total(({ seconds }) => seconds) / 60)),
      all[0]?.date.slice(0, 10) ?? '',
      shortCommit(commit),
      [...new Set(all.map(({ node }) => node))].join(', '),
      [...new Set(all.map(({ processor = '' }) => processor))].join(', '),
    ]
  })
}

/** The page for people, made of the long one: a row for each chapter, with its sums over all commits. */
export function summaryOf(long: string): string {
  const rows = rowsIn(sectionOf(long, 'Results'))
  const processors = [...new Set(rows.map((row) => row[COLUMN.processor]).filter(Boolean))]
  const table = [
    '| Chapter | What it shows | Played | Failed | Hours | Last | Commits |',
    '|---|---|---|---|---|---|---|',
    ...CHAPTERS.map((chapter) => rowText(summaryRow(chapter, rows))),
    '',
    ...mutantsOf(long),
    ...(processors.length > 0 ? [`Played on ${processors.join(', ')}.`] : []),
  ].join('\n')
  const sections = [
    ['Results', table],
    ['Failures', sectionOf(long, 'Failures')],
    ['Play it again', COMMANDS],
  ]
  return `${SUMMARY_HEAD}\n${sections.map(([heading, text]) => `## ${heading}\n\n${text}\n`).join('\n')}`
}

function summaryRow({ name, shows }: Chapter, rows: readonly Row[]): Row {
  const own = rows.filter(([chapter, , seeds]) => chapter === name && seeds !== NOT_PLAYED)
  if (own.length === 0) return [name, shows, NOT_PLAYED, '', '', '', '']
  const sum = (column: number): number => own.reduce((total, row) => total + figure(row, column), 0)
  const seeds = sum(COLUMN.seeds)
  const drawn = seeds > 0 ? [`${number(sum(COLUMN.steps))} steps in ${number(seeds)} runs`] : []
  const tests = `${number(sum(COLUMN.tests))} ${TURNS_OF[name] ?? 'tests'}`
  const last = own.map((row) => row[COLUMN.date] ?? '').sort()
  return [
    ...[name, shows, [...drawn, tests].join(', '), number(sum(COLUMN.failed))],
    ...[(sum(COLUMN.minutes) / 60).toFixed(1), last.at(-1) ?? '', commitsOf(own)],
  ]
}

/** The sums of the groups of mutants: not all that are left make a chapter fail. */
function mutantsOf(long: string): string[] {
  const groups = rowsIn(sectionOf(long, 'Mutants'))
  if (groups.length === 0) return []
  const [all = 0, found = 0, explained = 0, left = 0] = [2, 3, 4, 5].map((column) =>
    groups.reduce((sum, row) => sum + figure(row, column), 0),
  )
  const others = `${explained} change nothing that can be seen, and ${left} are not found`
  return [`Of ${number(all)} mutants, tests find ${number(found)}; ${others}.`]
}

/** The turns of chapters that are no tests. */
const TURNS_OF: Readonly<Record<string, string>> = {
  mutation: 'mutants',
  patches: 'mistakes',
  environments: 'runs',
  consumers: 'runs',
}

/** The newest commit of the rows, and how many others there are. */
function commitsOf(rows: readonly Row[]): string {
  const commits = [...new Set(rows.map((row) => row[COLUMN.commit] ?? ''))]
  const [newest = '', ...others] = commits
  return others.length === 0 ? newest : `${newest} and ${others.length} before`
}

/** The failures of the page stay for as long as the row that counts them. */
function failuresOf(results: readonly Result[], before: string, failing: readonly Row[]): string {
  const here = results.flatMap((result) => result.failed.map((test) => failureOf(result, test)))
  const chapters = new Set(failing.map(([chapter]) => chapter))
  const played = results.map((result) => failureOf(result, '').split('(').at(-1))
  const old = sectionOf(before, 'Failures')
    .split('\n')
    .filter((line) => chapters.has(/^- (\w+):/.exec(line)?.[1]) && !played.includes(line.split('(').at(-1)))
  return [...here, ...old].join('\n') || 'Nothing failed.'
}

const failureOf = ({ chapter, seed, file }: Result, test: string): string =>
  `- ${chapter}: ${test} (\`npm run prove -- --chapter ${chapter}${seed === null ? '' : ` --seed ${seed}`}\`, ${file})`

/** Each mistake as it was tried last, here or by whoever wrote the page. */
function plantedTable(results: readonly Result[], before: string): string {
  const here = results
    .filter(({ file, foundBy }) => foundBy !== undefined && file !== UNCHANGED)
    .map(({ file, foundBy = {}, budget = 300, commit }): Row => {
      const { tests = 'no', simulation = `not in ${budget} s` } = foundBy
      return [file, tests, simulation, shortCommit(commit)].map(cell)
    })
  const played = new Set(here.map(([name]) => name))
  const listed = new Set(PATCHES.map(({ name }) => name))
  const old = rowsIn(sectionOf(before, 'Planted mistakes')).filter(
    ([name = '']) => listed.has(name) && !played.has(name),
  )
  const rows = [...here, ...old].sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  if (rows.length === 0) return ''
  const byTests = rows.filter(([, tests]) => tests !== 'no').length
  const bySimulation = rows.filter(([, , simulation]) => !simulation?.startsWith('not in ')).length
  return [
    `${rows.length} of ${PATCHES.length} mistakes were tried. The tests find ${byTests} of them,`,
    `and the simulation finds ${bySimulation} in its time.`,
    '',
    '| Mistake | First test that fails | What the simulation finds, and after how long | Commit |',
    '|---|---|---|---|',
    ...rows.map(rowText),
  ].join('\n')
}

/**
 * One row for each place: how many time zones and locales it was played in, and the digests. They are compared with
 * each other, so those of the page stay until all of its places were played again.
 */
function matrixTable(results: readonly Result[], before: string): string {
  const old = sectionOf(before, 'The same bytes everywhere')
  const places = results.filter(({ digests }) => digests !== undefined)
  if (places.length < rowsIn(old).length || places.length === 0) return old
  const rows = places.map(({ file, digests = {}, date }) => {
    const { 'not run': why, ...played } = digests
    const different = [...new Set(Object.values(played))].map((digest) => `\`${digest.slice(0, 16)}\``)
    const shown = different.join(', ') || `not run: ${why}`
    return rowText([file, String(Object.keys(played).length), shown, date.slice(0, 10)].map(cell))
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

/** Times are told against each other, so those of the page stay until all of its columns were played again. */
function rivalSection(results: readonly Result[], before: string): string {
  const old = sectionOf(before, 'Beside others')
  const rivals = results.filter(({ times }) => times !== undefined)
  const columns = (rowsIn(old)[0]?.length ?? 1) - 1
  return rivals.length < columns || rivals.length === 0 ? old : rivalTables(rivals)
}

const cell = (text: string): string => text.replaceAll('|', '/').replaceAll(/\s+/g, ' ').slice(0, 120)
