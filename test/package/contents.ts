import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const EXPECTED = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs/explore.md',
  'docs/preset-world.md',
  'docs/recipes/webhooks.md',
  'docs/tutorial.md',
  'examples/webhook-mirror/sync.ts',
  'docs/service.md',
  'docs/support.md',
  'docs/test-runners.md',
  'docs/your-client-sleeps.md',
  'docs/agents.md',
  'skills/test-an-integration/SKILL.md',
  'llms.txt',
  'dist/openapi.json',
  'dist/THIRD-PARTY-LICENSES',
]
const ALLOWED =
  /^(dist\/|docs\/|examples\/(?!.*node_modules)|skills\/|llms\.txt$|package\.json$|LICENSE$|README\.md$|CHANGELOG\.md$)/

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PICTURES = 'docs/pictures/'

/** The pictures that pages show. */
function picturesIn(pages: readonly string[]): string[] {
  const texts = pages.map((page) => readFileSync(join(ROOT, page), 'utf8'))
  return texts.flatMap((text) => (text.match(/pictures\/[\w-]+\.png/g) ?? []).map((name) => `docs/${name}`))
}

/** @throws when the tarball lacks something or carries something that is not for consumers. */
export function checkListing(files: readonly string[]): void {
  const pictures = picturesIn(files.filter((file) => /^(docs\/.*|README)\.md$/.test(file)))
  const missing = [...EXPECTED, ...pictures].filter((file) => !files.includes(file))
  const unwanted = files.filter(
    (file) => !ALLOWED.test(file) || (file.startsWith(PICTURES) && !pictures.includes(file)),
  )
  if (missing.length > 0) throw new Error(`The tarball lacks ${missing.join(', ')}.`)
  if (unwanted.length > 0) throw new Error(`The tarball should not hold ${unwanted.join(', ')}.`)
}

/** The package itself is where its entries are. */
const OWN = /^accounting-simulator(\/|$)/

/** Only the entry of a host may name that host's packages, in code and in declarations. */
const MAY_IMPORT: Record<string, RegExp> = {
  browser: /^msw(\/|$)/,
  explore: /^node:/,
  'explore-worker': /^node:/,
  msw: /^msw$/,
  node: /^node:/,
  'node-command': /^node:/,
  'node-test-preload': /^node:/,
  storybook: /^(storybook|msw|react)(\/|$)/,
  time: /^node:/,
  vitest: /^(vitest(\/suite)?|msw)$/,
  'vitest-reporter': /^node:/,
  'world-worker': /^node:/,
  zod: /^zod(\/|$)/,
}

/** @throws when a file of the build leans on a package that its consumer need not have. */
export function checkDeclarations(dist: string): void {
  for (const file of readdirSync(dist)) {
    if (/\.d\.c?ts$/.test(file)) checkDisposable(dist, file)
    if (!/^[a-z-]+\.(d\.ts|d\.cts|js|cjs)$/.test(file) || file.startsWith('chunk')) continue
    const allowed = MAY_IMPORT[file.replace(/\..*$/, '')]
    const foreign = [...reached(dist, file)].filter((name) => !OWN.test(name) && !allowed?.test(name))
    if (foreign.length > 0) throw new Error(`dist/${file} imports ${foreign.join(', ')}.`)
  }
}

function checkDisposable(dist: string, file: string): void {
  const text = readFileSync(join(dist, file), 'utf8')
  if (text.includes('[Symbol.dispose]') && !text.includes('/// <reference lib="esnext.disposable" />')) {
    throw new Error(`dist/${file} declares Symbol.dispose and does not refer to esnext.disposable.`)
  }
}

/** The packages that a file of the build imports, itself or through its chunks. */
function reached(dist: string, file: string, seen = new Set<string>()): Set<string> {
  const names = new Set<string>()
  if (seen.has(file)) return names
  seen.add(file)
  const text = readFileSync(join(dist, file), 'utf8')
  for (const [, name = ''] of text.matchAll(/(?:^|\n)(?:import|export)\b[^'"]*?['"]([^'"]+)['"]/g)) {
    // Templates of programs that the command writes are no imports.
    if (name.startsWith('$')) continue
    if (!name.startsWith('.')) names.add(name)
    else
      for (const further of reached(dist, declared(file, join(dirname(file), name)), seen)) names.add(further)
  }
  // A text that begins with the word is code that a library writes, not an import.
  for (const [, name = ''] of text.matchAll(/(?<!['"`])\brequire\(["']([^"'$]+)["']\)/g)) names.add(name)
  return names
}

/** A declaration names its neighbour by the name of the code: './index.js' for index.d.ts. */
function declared(from: string, to: string): string {
  return from.includes('.d.') ? to.replace(/\.(c?)js$/, '.d.$1ts') : to
}
