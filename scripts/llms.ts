import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The documentation for language models: `llms.txt` has a line for each page, `llms-full.txt` all of them. The first is
 * part of the package and of the site, the second of the site only.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Page {
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly text: string
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const pagesIn = (folder: string): Page[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => pageOf(`${folder}/${name}`))

function pageOf(path: string): Page {
  const text = textOf(path)
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path
  const [paragraph = ''] = text.split(/^# .+\n+/m)[1]?.split('\n\n') ?? []
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return { path, title, summary: beginning(plain), text }
}

const ENOUGH = 60

/** So many whole sentences that they say something. */
function beginning(paragraph: string): string {
  let text = ''
  for (const sentence of paragraph.split(/(?<=[.:]) /)) {
    if (text.length >= ENOUGH) break
    text += ` ${sentence}`
  }
  return text.trim().replace(/:$/, '.')
}

const SERVICE = ['docs/service.md', 'docs/support.md', 'docs/bounds.md', 'docs/preset-world.md']
const sections = (): Readonly<Record<string, readonly Page[]>> => ({
  Guide: pagesIn('docs').filter(({ path }) => !SERVICE.includes(path)),
  Recipes: pagesIn('docs/recipes'),
  'The service': SERVICE.map(pageOf),
})

const HEAD = `# accounting-simulator

> A TypeScript library that runs a whole accounting-records HTTP service inside other people's tests: real
> double-entry books, rate limits, idempotency, errors and signed webhooks, on one clock that the test moves.
> Failures of production on demand, and repeatably.

\`createSimulator()\` makes a world; \`simulator.fetch\` takes a Request and returns a Response;
\`simulator.records\`, \`books\`, \`faults\`, \`clock\` and \`timeline\` arrange and judge. Command:
\`npx accounting-simulator\` serves it over HTTP, \`mcp\` to coding agents, \`explore\` searches a program
for bugs, \`record\` records the service, \`replay\` compares with it, \`init\` writes a first test.
`

/** @param linkOf where a page is found, by its path in the repository */
export function llmsText(linkOf = (path: string): string => path): string {
  const lineOf = ({ title, path, summary }: Page): string => `- [${title}](${linkOf(path)}): ${summary}\n`
  const lists = Object.entries(sections()).map(
    ([title, pages]) => `## ${title}\n\n${pages.map(lineOf).join('')}`,
  )
  const skill = '[Test an integration](skills/test-an-integration/SKILL.md)'
  return `${[HEAD, ...lists].join('\n')}
## Skill

- ${skill}, in the package: in which order an expert looks for the mistakes of an integration.
`
}

export function llmsFullText(): string {
  const pages = Object.values(sections()).flat()
  return [HEAD, ...pages.map(({ path, text }) => `<!-- ${path} -->\n\n${text}`)].join('\n')
}
