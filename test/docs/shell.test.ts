import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { scenarios } from 'accounting-simulator/scenarios'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../src/adapters/node-arguments'
import { runExplore } from '../../src/adapters/node-explore'
import { runReplay } from '../../src/adapters/node-replay'
import { template } from '../support/worlds/template'
import { readProjectFile } from '../tidy/source-tree'
import { ALL_BLOCKS } from './blocks'
import { proofOf } from './proofs'

const { name, scripts, peerDependencies } = JSON.parse(readProjectFile('package.json')) as Record<
  'scripts' | 'peerDependencies',
  Readonly<Record<string, string>>
> & { name: string }

const blocks = ALL_BLOCKS.filter((block) => proofOf(block) === 'shell')
const withCurl = blocks.filter(({ code }) => /^curl /m.test(code))
const others = blocks.filter((block) => !withCurl.includes(block))

/** The commands of a block, each on one line, without comments. */
const commandsOf = (code: string): string[] =>
  code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s*#.*$/, ''))
    .filter((line) => line !== '')

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const silent = { out: () => undefined, error: (text: string) => expect.fail(text), create: createSimulator }

/** Whether the words would be understood, without doing what they say. */
async function understood([first, second = '', ...rest]: readonly string[]): Promise<unknown> {
  if (first === 'npm' && second === 'install')
    return expect([name, ...Object.keys(peerDependencies)]).toEqual(
      expect.arrayContaining(rest.filter((word) => !word.startsWith('--'))),
    )
  if (first === 'npm' && second === 'run') {
    expect(Object.keys(scripts)).toContain(rest[0])
    const played = rest[rest.indexOf('--scenario') + 1]
    return rest.includes('--scenario') && expect(Object.keys(scenarios)).toContain(played)
  }
  expect([first, second]).toEqual(['npx', name])
  const options = rest.includes('--') ? rest.slice(1, rest.indexOf('--')) : rest.slice(1)
  if (rest[0] === 'replay') return expect(await runReplay([...options, '--help'], silent)).toBe(0)
  if (rest[0] === 'explore') return expect(await runExplore([...options, '--help'], silent)).toBe(0)
  return readArguments([...rest])
}

describe('commands are understood', () => {
  test.each(others.flatMap(({ place, code }) => commandsOf(code).map((command) => [place, command])))(
    '%s: %s',
    async (_, command) => {
      expect.hasAssertions()
      await understood(wordsOf(command))
      expect(command).not.toBe('')
    },
  )
})

/** curl that prints nothing but the status of the answer, also after a redirection. */
const CURL = `curl() { command curl --silent --show-error --output /dev/null --write-out '%{http_code}\\n' "$@" >&3; }`

describe('requests get the answers that the pages promise', () => {
  test.each(withCurl.map(({ place, code }) => [place, code] as const))('%s', async (_, code) => {
    const simulator = createSimulator()
    simulator.records.recurringInvoices.create(template())
    const server = await serve(simulator, { controls: true })
    const folder = mkdtempSync(join(tmpdir(), 'shell-'))
    try {
      const script = `exec 3>&1\n${CURL}\nat=${server.url}\n${code.replace('http://127.0.0.1:4010', server.url)}`
      const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
      expect(stdout.trimEnd().split('\n')).toEqual(promised(code))
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
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
