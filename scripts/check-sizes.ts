import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * What a bundler makes of the built package, minified and gzipped, against budgets. Run after `npm run build`.
 * `eager` counts what is loaded at first, `whole` also what is loaded later. `npm run sizes:parts` tells what weighs.
 */
interface Budget {
  readonly name: string
  readonly source: string
  readonly counts: 'eager' | 'whole'
  readonly kilobytes: number
}

const BUDGETS: readonly Budget[] = [
  { name: 'core', source: "export * from 'accounting-simulator'", counts: 'whole', kilobytes: 216.8 },
  {
    name: 'core, ./msw and msw',
    source: [
      "export * from 'accounting-simulator'",
      "export * from 'accounting-simulator/msw'",
      "export { setupWorker } from 'msw/browser'",
    ].join('\n'),
    // msw loads graphql later, for those who use it.
    counts: 'eager',
    kilobytes: 316.7,
  },
  {
    name: './browser with msw',
    source: "export * from 'accounting-simulator/browser'",
    counts: 'eager',
    kilobytes: 320.5,
  },
  {
    name: 'verifyWebhook alone',
    source: "export { verifyWebhook } from 'accounting-simulator'",
    counts: 'whole',
    kilobytes: 10,
  },
  {
    name: './inspector, before it is opened',
    source: "export * from 'accounting-simulator/inspector'",
    counts: 'eager',
    kilobytes: 8,
  },
  {
    name: './inspector, opened',
    source: "export * from 'accounting-simulator/inspector'",
    counts: 'whole',
    kilobytes: 71.3,
  },
]

const root = fileURLToPath(new URL('../', import.meta.url))

async function kilobytesOf({ source, counts }: Budget): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // Otherwise the paths of tsconfig.json would lead to the sources.
    tsconfigRaw: {},
    outdir: '/',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const eager = eagerFiles(metafile.outputs)
  const counted = outputFiles.filter(
    ({ path }) => counts === 'whole' || [...eager].some((file) => path.endsWith(file.replace(/^.*\//, '/'))),
  )
  return counted.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1000
}

type Outputs = Readonly<
  Record<string, { entryPoint?: string; imports: readonly { path: string; kind: string }[] }>
>

/** The entry and what it imports statically. */
function eagerFiles(outputs: Outputs): Set<string> {
  const found = new Set<string>()
  const reach = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') reach(path)
  }
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (entryPoint === '<stdin>') reach(file)
  return found
}

let isOver = false
for (const budget of BUDGETS) {
  const size = await kilobytesOf(budget)
  const verdict = size <= budget.kilobytes ? 'ok  ' : 'OVER'
  isOver ||= size > budget.kilobytes
  process.stdout.write(
    `${verdict} ${size.toFixed(1).padStart(6)} kB of ${budget.kilobytes}: ${budget.name}\n`,
  )
}
if (isOver) process.exitCode = 1
