import { type Row, rowsIn, rowText } from '../kept'
import type { Result } from '../turns'
import type { Consumer, Project } from './project'
import { PROJECTS } from './projects'

/** What a project comes to, as its row says. */
const outcomeOf = ({ told }: Project): string => (told === undefined ? 'works' : `told: ${told}`)

/** The projects with how requests arrive at the simulator, what is told of those that do not, and what comes of it. */
export function projectTable(): string {
  const rows = PROJECTS.map((project) => [
    project.name,
    project.by,
    (project.past ?? []).join(', '),
    outcomeOf(project),
  ])
  return [
    '| Project | Requests arrive by | Told when it goes past | Result |',
    '|---|---|---|---|',
    ...rows.map(rowText),
    '',
  ].join('\n')
}

/** What reads the document, with what it has to be told and what it cannot do. */
export const consumerTable = (consumers: readonly Consumer[]): string =>
  [
    '| Program | Setting | What it cannot do |',
    '|---|---|---|',
    ...consumers.map(({ name, setting, lacks }) => rowText([name, setting, lacks])),
    '',
  ].join('\n')

/** Each project as it was played last, here or by whoever wrote the page. */
export function projectResults(results: readonly Result[], before: string): string {
  const here = results
    .filter(({ chapter }) => chapter === 'environments')
    .map(({ file, failed, tests, date }): Row => {
      const project = PROJECTS.find(({ name }) => name === file)
      if (project === undefined) return []
      const outcome = failed.length > 0 ? `${failed.length} failed` : outcomeOf(project)
      return [file, outcome, String(tests), date.slice(0, 10)]
    })
  const rows = PROJECTS.flatMap(({ name }) => {
    const isIt = ([project]: Row): boolean => project === name
    return [here.find(isIt) ?? rowsIn(before).find(isIt) ?? []].filter(({ length }) => length > 0)
  })
  if (rows.length === 0) return ''
  return [
    'Projects of users, each installed with the packed package: its tests are green, planted faults turn them red,',
    'and a request that goes past the simulator fails its test. The runs of each are counted.',
    '',
    '| Project | Result | Runs | Date |',
    '|---|---|---|---|',
    ...rows.map(rowText),
  ].join('\n')
}
