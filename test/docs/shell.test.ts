import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'
import { template } from '../support/worlds/template'
import { readProjectFile } from '../tidy/source-tree'
import { ALL_BLOCKS, PAGES } from './blocks'
import { commandsOf, understood } from './commands'
import { proofOf } from './proofs'

const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> }
/** Scripts of the projects in examples, which their pages name. */
const OF_EXAMPLES = readdirSync('examples')
  .map((name) => `examples/${name}/package.json`)
  .filter((path) => existsSync(path))
  .flatMap((path) => Object.keys((JSON.parse(readProjectFile(path)) as { scripts?: object }).scripts ?? {}))
const blocks = ALL_BLOCKS.filter((block) => proofOf(block) === 'shell')
const withCurl = blocks.filter(({ code }) => /^curl /m.test(code))
const others = blocks.filter((block) => !withCurl.includes(block))

const commands = others.flatMap(({ page, place, code }) =>
  commandsOf(page, code).map((command) => [place, command.text, command] as const),
)

describe('commands are understood', () => {
  test.each(commands)('%s: %s', async (_, __, command) => {
    expect.hasAssertions()
    await understood(command)
  })

  test.each(PAGES)('%s names only scripts and tests that there are', (page) => {
    const text = readProjectFile(page)
    const named = [...text.matchAll(/`(?:UPDATE=1 )?npm run ([\w:]+)/g)].map(([, name]) => name)
    expect([...Object.keys(scripts), ...OF_EXAMPLES]).toEqual(expect.arrayContaining(named))
    const paths = [...text.matchAll(/\bvitest run ([^`]+)/g)].flatMap(([, list = '']) => list.split(/\s+/))
    expect(paths.filter((path) => path.startsWith('test/') && !existsSync(path))).toEqual([])
  })
})

/** curl that prints nothing but the status of the answer, also after a redirection. */
const CURL = `curl() { command curl --silent --show-error --output /dev/null --write-out '%{http_code}\\n' "$@" >&3; }`

describe('requests get the answers that the pages promise', () => {
  test.each(withCurl.map(({ place, code }) => [place, code] as const))('%s', async (_, code) => {
    const simulator = createSimulator()
    simulator.records.recurringInvoices.create(template())
    const server = await serve(simulator, { controls: true })
    const folder = temporaryFolder()
    try {
      const script = `exec 3>&1\n${CURL}\nat=${server.url}\n${code.replace('http://127.0.0.1:4010', server.url)}`
      const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
      expect(stdout.trimEnd().split('\n')).toEqual(promised(code))
    } finally {
      await server.close()
    }
  })
})

/** 200, unless a comment says otherwise: `# 429, Retry-After: 20`. */
const promised = (code: string): string[] =>
  code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith('curl '))
    .map((line) => /# (\d{3})\b/.exec(line)?.[1] ?? '200')
