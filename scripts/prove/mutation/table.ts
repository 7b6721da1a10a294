import { type Row, rowsIn, rowText } from '../kept'
import { filesIn, type Result, shortCommit } from '../turns'
import { GROUPS } from './groups'

/** The places of the columns that tell how many files were played. */
const PLAYED = 1

/** Counts for each group; a group of which more files were played before stays as the page has it. */
export function mutationTable(results: readonly Result[], old: string): string {
  const known = rowsIn(old)
  const rows = GROUPS.flatMap(({ name, sources }) => {
    const files = filesIn(sources, '.ts')
    const own = results.filter(({ mutants, file }) => mutants && files.includes(file))
    const before = known.find(([group]) => group === name)
    const wasPlayed = Number(before?.[PLAYED]?.split(' of ')[0] ?? 0)
    if (before && own.length < wasPlayed) return [before]
    return own.length === 0 ? [] : [rowOf(name, own, files.length)]
  })
  if (rows.length === 0) return ''
  return [
    "Stryker's mutants of the sources, one at a time, but for those of sentences for people. Each has to make a test",
    'of its group fail. `npm run prove -- --chapter mutation` names those that none finds, and keeps what it knows of',
    'files that are the same. Those that change nothing that can be seen stand in `test/prove/equivalent-mutants.txt`,',
    'each with a reason.',
    '',
    '| Group | Files | Mutants | Found | Explained | Not found | Found or explained | Commit |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map(rowText),
  ].join('\n')
}

function rowOf(name: string, own: readonly Result[], files: number): Row {
  const all = own.flatMap(({ mutants = [] }) => mutants)
  const explained = all.filter(({ reason }) => reason !== undefined).length
  const found = all.filter(({ state }) => state === 'killed').length
  return [
    name,
    `${own.length} of ${files}`,
    all.length,
    found,
    explained,
    all.length - found - explained,
    `${Math.floor((100 * (found + explained)) / all.length)} %`,
    [...new Set(own.map(({ commit }) => shortCommit(commit)))].sort().join(', '),
  ].map(String)
}
