import { expect, test } from 'vitest'
import { readProjectFile } from '../tidy/source-tree'
import { fresh } from './fresh'

/** GitHub's anchor of a heading: lower case, hyphens for spaces, without other punctuation. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

const link = (heading: string): string => `[${heading}](#${anchorOf(heading)})`

test('docs/service.md begins with links to all its sections (UPDATE=1 rewrites them)', () => {
  const headings = [...readProjectFile('docs/service.md').matchAll(/^(##|###) (\d.*)$/gm)]
  const sections: string[][] = []
  for (const [, level, heading = ''] of headings)
    if (level === '##') sections.push([heading])
    else sections.at(-1)?.push(heading)
  const lines = sections.map(([section = '', ...parts]) =>
    parts.length === 0 ? `- ${link(section)}` : `- ${link(section)}: ${parts.map(link).join(', ')}`,
  )
  expect(lines.length).toBeGreaterThan(10)
  fresh('docs/service.md', 'contents', lines.join('\n'))
})
