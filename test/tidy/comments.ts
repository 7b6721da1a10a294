import type { Source } from './source'

/** Written by a program, from the notes on members, which the OpenAPI document has, too. */
const GENERATED = /^src\/api\/record-types\//

const CLAUSE = /^\s*(?:\/\*\*|\/\/|\*) (What|Who|Whom|Whose|Where|When|Why|How|Whether|Which)\b/

/** Comments of the sources that open with a clause, such as `What the key may do.`: nobody does anything in it. */
export function clauseComments(sources: Iterable<Source>): string[] {
  return [...sources]
    .filter(({ path }) => path.startsWith('src/') && !GENERATED.test(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => {
        const word = CLAUSE.exec(line)?.[1]
        return word && opens(line, lines[at - 1] ?? '')
          ? [
              `${path}:${at + 1}: a comment opens with "${word}"; give it a subject, or leave it out if the name says it`,
            ]
          : []
      }),
    )
}

/** Tells whether a comment begins in the line; others only go on there. */
function opens(line: string, before: string): boolean {
  if (line.trimStart().startsWith('*')) return before.trim() === '/**'
  return !line.trimStart().startsWith('//') || !before.trimStart().startsWith('//')
}
