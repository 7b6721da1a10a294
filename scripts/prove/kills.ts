import { figure, type Row, rowsIn, rowText } from './kept'
import { type Result, shortCommit } from './turns'

const KILLS = 1

/** What the kills of each storage came to. A row of the page stays until as many were played here. */
export function killsTable(results: readonly Result[], before: string): string {
  const counted = results.filter(({ counts }) => counts !== undefined)
  const storages = [...new Set(counted.flatMap(({ counts = {} }) => Object.keys(counts)))]
  const here = storages.map((storage) => rowOf(storage, counted))
  const staying = rowsIn(before).filter((old) => {
    const own = here.find(([storage]) => storage === old[0])
    return own === undefined || figure(old, KILLS) > figure(own, KILLS)
  })
  const rows = [...here.filter(([storage]) => !staying.some((old) => old[0] === storage)), ...staying]
  if (rows.length === 0) return ''
  return [
    'A process is killed (SIGKILL) while clients write. Each world is compared with a twin in memory that got each',
    'request once: every row, and every answer. An event that comes again had no stored answer when the process was',
    'killed; a sandbox has one delivery under way, and 11 new events come between two kills.',
    '',
    '| Storage | Kills | Answers | Worlds | Differences | Events | Missing | Repeated | Date | Commit | Node |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(rowText),
  ].join('\n')
}

function rowOf(storage: string, counted: readonly Result[]): Row {
  const own = counted.filter(({ counts }) => counts?.[storage] !== undefined)
  const sum = (what: string): number =>
    own.reduce((total, { counts }) => total + (counts?.[storage]?.[what] ?? 0), 0)
  const shown = (value: number): string => value.toLocaleString('en-US')
  const each = (of: (one: Result) => string): string => [...new Set(own.map(of))].sort().join(', ')
  return [
    storage,
    ...['kills', 'answers', 'twins', 'differences', 'events', 'missing'].map((what) => shown(sum(what))),
    `${((sum('repeated') / sum('events')) * 100).toFixed(1)} %`,
    each(({ date }) => date.slice(0, 10)),
    each(({ commit }) => shortCommit(commit)),
    each(({ node }) => node),
  ]
}
