import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

const KEPT = 'node_modules/.cache/types.tsbuildinfo'

/**
 * The tests, and the compiler's check of the types beside them: alone it would leave every core but one idle. What it
 * finds ends the tests at once. The words after `npm test --` are for vitest.
 */
const types = node(
  // Verdicts on files are kept: a check is short where no file that many import has changed.
  ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', '--incremental', '--tsBuildInfoFile', KEPT],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const tests = node(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { stdio: 'inherit' })

let found = ''
types.stdout?.setEncoding('utf8').on('data', (text: string) => {
  found += text
})
const endOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1))
  })

const typesEnd = endOf(types).then((code) => {
  if (code !== 0) tests.kill('SIGINT')
  return code
})
const ends = await Promise.all([typesEnd, endOf(tests)])
if (ends[0] !== 0) console.error(`\ntsc --noEmit, which has ended the tests:\n\n${found}`)
process.exitCode = Math.max(...ends)

function node(args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(process.execPath, args, options)
}
