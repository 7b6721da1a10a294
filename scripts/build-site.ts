import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, type DeclarationReflection, ReflectionKind } from 'typedoc'
import { build } from 'vitepress'
import { anchored, cited } from '../site/sections.ts'
import { fitted } from '../src/command/colours.ts'
import { escaped } from '../src/kernel/escape-html.ts'
import { entryPoints } from '../tsup.config.ts'
import { llmsFullText, llmsText } from './llms.ts'

/**
 * Builds the documentation site into `.site/dist`: the pages of `docs/`, those of `site/`, and the API reference
 * from the docstrings. A warning of typedoc or a dead link fails it.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SITE = join(ROOT, '.site')

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
}

/** Links to files of the repository that are no page become the names of these files. */
function withoutOutsideLinks(folder: string): void {
  for (const file of markdownIn(folder)) {
    const up = relative(join(file, '..'), folder) === '' ? '../' : '../../'
    const text = readFileSync(file, 'utf8')
    const pages = text.replace(/\[([^\]]+)\]\(((?:\.\.\/)+[^)]*)\)/g, (link, name: string, target: string) =>
      target.startsWith(up) ? `${name} (\`${target.slice(up.length)}\`)` : link,
    )
    if (pages !== text) writeFileSync(file, pages)
  }
}

/** On the site a page has a title, where the repository has a file, and what is cited is a link. */
function withTitles(folder: string): void {
  const titles = new Map(
    markdownIn(folder).flatMap((file) => {
      const [, title] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
      return title === undefined ? [] : [[relative(folder, file), title]]
    }),
  )
  const titled = (name: string, path: string, below: string): string => {
    const title = titles.get(relative(folder, join(below, path.split('#')[0] ?? '')))
    return `[${title ?? name}](${path})`
  }
  for (const file of markdownIn(folder)) {
    const text = readFileSync(file, 'utf8')
    const pages = text
      .split(/(<pre[\s\S]*?<\/pre>|^ *```[\s\S]*?^ *```|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\))/m)
      .map((part) =>
        part.startsWith('[')
          ? part.replace(/^\[([\w/-]+\.md)\]\((.*)\)$/, (_, name: string, path: string) =>
              titled(name, path, join(file, '..')),
            )
          : /^(`|<pre| *```)/.test(part)
            ? part
            : cited(part).replace(/\bdocs\/([\w/-]+\.md)(?! §|\])/g, (name, path: string) =>
                titles.has(path) ? `[${titles.get(path)}](/${path})` : name,
              ),
      )
      .join('')
    if (pages !== text) writeFileSync(file, pages)
  }
}

/** What programs print fits the column of a page, in the lines of a terminal of that width. */
function withFoldedOutput(folder: string): void {
  const marks = { lines: new Map(), copied: ['Again: '] }
  for (const file of markdownIn(folder)) {
    const text = readFileSync(file, 'utf8')
    const pages = text.replace(/^```(.*)\n[\s\S]*?^```$/gm, (block, language: string) =>
      /^(text)?$/.test(language)
        ? fitted(block, marks, { isTTY: true, columns: 78 }, { NO_COLOR: '1' })
        : block,
    )
    if (pages !== text) writeFileSync(file, pages)
  }
}

/** The block of a failure, with what is wrong in red. */
function redIn(block: string): string {
  const text = escaped(block.replace(/^```.*$/gm, '').trim())
  return `<pre v-pre tabindex="0"><code>${text.replace(/^Error:.*|---/gm, '<b>$&</b>')}</code></pre>`
}

async function apiReference(out: string): Promise<void> {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: Object.values(entryPoints).map((file) => join(ROOT, file)),
    tsconfig: join(ROOT, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    excludeInternal: true,
    excludePrivate: true,
    // What arrays and elements inherit is documented elsewhere.
    excludeExternals: true,
    readme: 'none',
    // The first part of the path at the head of each page.
    name: 'API',
    // Tables and helpers behind public types; readers have no use for them.
    intentionallyNotExported: [
      'ADMIN_VERBS',
      'AREAS',
      'AssumptionsApi',
      'Condition',
      'DeliveryLimit',
      'Dump',
      'DuplicateEffect',
      'FakeTimer',
      'FakeTimerMap',
      'Given',
      'Host',
      'JsonSchemas',
      'KINDS',
      'Mark',
      'NamedSandbox',
      'ObjectSql',
      'Offered',
      'OneOf',
      'Orderable',
      'Override',
      'Person',
      'Quotas',
      'RECEIVER_RULES',
      'RecordReference',
      'RefusedAccess',
      'Register',
      'Row',
      'SchemasOfSet',
      'SearchIdentity',
      'SqliteDatabase',
      'StatusEffect',
      'StoryContext',
      'named',
    ],
    disableSources: true,
    // What people call comes before the hundreds of types of what they give it and get.
    groupOrder: ['Modules', 'Functions', 'Classes', 'Variables', '*'],
    out,
    // Of the plugin, which the types of typedoc do not know.
    ...{ hidePageHeader: true, hideBreadcrumbs: false, entryFileName: 'index.md', indexFormat: 'table' },
  })
  const project = await app.convert()
  if (project === undefined || app.logger.hasErrors()) throw new Error('typedoc could not read the sources')
  app.validate(project)
  // Readers know a module by the path that they import.
  const names = new Map(
    Object.entries(entryPoints).map(([name, file]) => [file.replace(/(\/index)?\.ts$/, ''), name]),
  )
  for (const module of project.children ?? []) {
    const name = names.get(module.name)
    if (name === undefined) throw new Error(`${module.name} is no entry point`)
    module.name = name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`
  }
  // A member has its words; that an interface has it, too, is said at the head of the page.
  for (const one of project.getReflectionsByKind(ReflectionKind.All))
    delete (one as DeclarationReflection).implementationOf
  await app.generateOutputs(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc has warnings')
  introduce(out, [...names.values()])
}

/** What each import path is for, as the overview says it: at its own page, and in the list of all. */
function introduce(out: string, names: readonly string[]): void {
  const rows = [...textOf('docs/overview.md').matchAll(/^\| `accounting-simulator\/?(\S*)` +\| (.*?) *\|$/gm)]
  const saidOf = new Map(rows.map(([, name = '', said = '']) => [name === '' ? 'index' : name, said]))
  const untold = names.filter((name) => !saidOf.has(name))
  if (untold.length > 0) throw new Error(`docs/overview.md has no row for ${untold.join(', ')}`)
  const said = (name: string, up: string): string =>
    (saidOf.get(name) ?? '').replace(/\]\((?=[\w-]+\.md)/g, `](${up}`)
  const pathOf = (name: string): string => `accounting-simulator${name === 'index' ? '' : `/${name}`}`
  const list = [...saidOf.keys()]
    .filter((name) => names.includes(name))
    .map((name) => {
      const short = name === 'index' ? pathOf(name) : `/${name}`
      return `| [\`${short}\`](${pathOf(name)}/index.md) | ${said(name, '../')} |`
    })
  const head =
    '---\npageClass: import-paths\n---\n\n# API reference\n\n| Import path | What it has |\n|---|---|'
  writeFileSync(join(out, 'index.md'), `${head}\n${list.join('\n')}\n`)
  for (const name of names) {
    const page = join(out, pathOf(name), 'index.md')
    const up = '../'.repeat(pathOf(name).split('/').length + 1)
    writeFileSync(page, readFileSync(page, 'utf8').replace(/^# .*$/m, `$&\n\n${said(name, up)}`))
  }
}

rmSync(SITE, { recursive: true, force: true })
mkdirSync(SITE)
cpSync(join(ROOT, 'docs'), SITE, { recursive: true })
withoutOutsideLinks(SITE)
withFoldedOutput(SITE)
const service = join(SITE, 'service.md')
writeFileSync(service, anchored(readFileSync(service, 'utf8')))
// What the first test prints when the client is wrong: a test keeps it true in the README.
const [, failure = ''] = /<!-- failure:begin -->\n(.*?)<!-- failure:end -->/s.exec(textOf('README.md')) ?? []
writeFileSync(join(SITE, 'index.md'), textOf('site/index.md').replace('<!-- failure -->', redIn(failure)))
cpSync(join(ROOT, 'site', 'playground.md'), join(SITE, 'playground.md'))
writeFileSync(join(SITE, 'changelog.md'), textOf('CHANGELOG.md').replaceAll('](docs/', ']('))
cpSync(join(ROOT, 'site', 'public'), join(SITE, 'public'), { recursive: true })
writeFileSync(
  join(SITE, 'public', 'llms.txt'),
  llmsText((path) => path.replace(/^docs\/(.*)\.md$/, '$1.html')),
)
writeFileSync(join(SITE, 'public', 'llms-full.txt'), llmsFullText())
mkdirSync(join(SITE, '.vitepress'))
for (const [from, to] of [
  ['config.ts', 'config.ts'],
  ['pages.ts', 'pages.ts'],
  ['pictures.ts', 'pictures.ts'],
  ['search.ts', 'search.ts'],
  ['sections.ts', 'sections.ts'],
  ['theme', 'theme'],
] as const)
  cpSync(join(ROOT, 'site', from), join(SITE, '.vitepress', to), { recursive: true })
await apiReference(join(SITE, 'api'))
withTitles(SITE)
await build(SITE)
