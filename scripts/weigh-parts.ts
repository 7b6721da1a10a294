import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * What each part of the sources weighs in the core of a bundle for browsers: kB minified, and kB gzipped that a bundle
 * without the part would save. The savings add up to less than the whole, because parts share their words.
 */
const root = fileURLToPath(new URL('../', import.meta.url))

const { outputFiles } = await build({
  entryPoints: [`${root}src/index-browser.ts`],
  absWorkingDir: root,
  bundle: true,
  // Line breaks stay, and with them the comments that name the file.
  minifyIdentifiers: true,
  minifySyntax: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  write: false,
})

const parts = new Map<string, string>()
let current = ''
for (const line of (outputFiles[0]?.text ?? '').split('\n')) {
  const [, path] = /^\/\/ (\S+\.m?[jt]s)$/.exec(line) ?? []
  if (path !== undefined) current = partOf(path)
  else parts.set(current, `${parts.get(current) ?? ''}${line.trimStart()}\n`)
}

/** `src/engine/contracts/plan.ts` -> `engine/contracts`; files of small rooms count as the room. */
function partOf(path: string): string {
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  if (dependency !== undefined) return dependency
  const [room = '', street = ''] = path.replace(/^src\//, '').split('/')
  if (room.endsWith('.ts')) return '(composition)'
  return ['engine', 'http', 'api'].includes(room) && !street.endsWith('.ts') ? `${room}/${street}` : room
}

const gzipped = (texts: Iterable<string>): number => gzipSync([...texts].join(''), { level: 9 }).length
const whole = gzipped(parts.values())

const rows = [...parts].map(([part, text]) => {
  const others = [...parts].filter(([name]) => name !== part).map(([, other]) => other)
  return { part, size: text.length, saved: whole - gzipped(others) }
})
const kB = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7)
for (const { part, size, saved } of rows.sort((a, b) => b.saved - a.saved))
  process.stdout.write(`${kB(size)}${kB(saved)}  ${part}\n`)
process.stdout.write(`${kB(rows.reduce((sum, { size }) => sum + size, 0))}${kB(whole)}  with line breaks\n`)
