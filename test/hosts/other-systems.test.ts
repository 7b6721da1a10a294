import { writeFileSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { explore, type Plan } from 'accounting-simulator/explore'
import { toHar } from 'accounting-simulator/replay'
import { describe, expect, it } from 'vitest'
import { lookAt } from '../../src/command/init/project'
import { jsonFile } from '../../src/command/options'
import { runReplay } from '../../src/command/replay'
import { nameBelow } from '../../src/tools/explore/host/data-folder'
import { spawnStart } from '../../src/tools/explore/host/process-tree'
import { ROUTE, tiny } from '../explore/tiny'
import { RECORDERS } from '../replay/recorders'
import { shopSession } from '../replay/shop-session'
import { runCommand } from '../support/run-command'
import { temporaryFolder } from '../support/temporary-folder'
import { sampled } from '../support/thorough'
import { projectFiles } from '../tidy/source-tree'

const folder = temporaryFolder()

const lines = (text: string): string => text.replaceAll('\n', '\r\n')
const KINDS: readonly (readonly [kind: string, encoded: (text: string) => Buffer])[] = [
  ['ends of lines of Windows', (text) => Buffer.from(lines(text))],
  ['a mark of the byte order', (text) => Buffer.from(`\uFEFF${lines(text)}`)],
  ['UTF-16, as > of PowerShell writes it', (text) => Buffer.from(`\uFEFF${lines(text)}`, 'utf16le')],
]

describe.each(sampled(KINDS, 3, 1))('a file with %s is read:', (_, encoded) => {
  const file = (name: string, content: unknown): string => {
    const path = join(folder, name)
    writeFileSync(path, encoded(typeof content === 'string' ? content : JSON.stringify(content, null, 2)))
    return path
  }

  it('--world, --teams, --quotas and reports', () => {
    const content = { now: '2026-01-01T00:00:00Z', name: 'Zürich' }
    expect(jsonFile(file('world.json', content), '--world')).toEqual(content)
  })

  it('recordings as JSON and as lines, and --options', async () => {
    const session = await shopSession({ assumptions: { 'list-body': 'bare-array' } })
    const options = file('options.json', { assumptions: { 'list-body': 'bare-array' } })
    const run = async (path: string) =>
      (await runCommand((output) => runReplay([path, '--options', options], output))).status
    expect(await run(file('session.har', toHar(session.traffic)))).toBe(0)
    const text = RECORDERS['lines of JSON']?.(session.traffic, () => true).text ?? ''
    expect(await run(file('session.jsonl', text))).toBe(0)
  }, 60_000)

  it('plans that were kept', async () => {
    const plan: Plan = [{ on: ROUTE, request: 1, attempt: 1, do: 'lose' }]
    const { failure } = await explore(tiny({ kept: file('kept.json', [plan]), faults: ['cut'] }))
    expect(failure?.plan).toEqual(plan)
  })

  it('package.json', () => {
    file('package.json', { devDependencies: { vitest: '4.0.0' } })
    expect(lookAt(folder).runner).toBe('vitest')
  })
})

// Plans name files, and a report of one system is played on another.
it.each([
  ['Linux', posix, '/tmp/data', '/tmp/data/done/first', 'done/first'],
  ['Linux', posix, '/tmp/data', '/tmp/data/a\\b', 'a\\b'],
  ['Windows', win32, 'C:\\Temp\\data', 'C:\\Temp\\data\\done\\first', 'done/first'],
  ['Windows', win32, 'C:\\Temp\\data', 'c:\\temp\\data\\cursor', 'cursor'],
  ['Windows', win32, '\\\\host\\share\\data', '\\\\host\\share\\data\\a\\b.json', 'a/b.json'],
] as const)('a file below the folder has one name: %s %#', (_, paths, from, path, name) => {
  expect(nameBelow(from, path, paths)).toBe(name)
})

describe('a program of the user is started', () => {
  const FILES = [
    String.raw`C:\node\node.exe`,
    String.raw`C:\node\npx`,
    String.raw`C:\node\npx.cmd`,
    String.raw`C:\Program Files\py\python.EXE`,
    String.raw`tools\run.bat`,
  ].map((file) => file.toLowerCase())
  const system = (platform: NodeJS.Platform) => ({
    platform,
    env: { Path: String.raw`C:\node;C:\Program Files\py` },
    paths: platform === 'win32' ? win32 : posix,
    exists: (path: string) => FILES.includes(path.toLowerCase()),
  })

  // Scripts need the shell, which takes one line; programs get their arguments as they are.
  it.each<[command: string[], program: string, args: string[], isShell: boolean]>([
    [['npx', 'vitest', 'run'], 'npx vitest run', [], true],
    [['npx.cmd', '--yes', 'a b'], 'npx.cmd --yes "a b"', [], true],
    [['npx', '-e', 'say "yes" & no'], 'npx -e "say ""yes"" & no"', [], true],
    [[String.raw`tools\run`, 'x=1'], String.raw`tools\run x=1`, [], true],
    [['node', '-e', 'console.log("%PATH%")'], 'node', ['-e', 'console.log("%PATH%")'], false],
    [['NODE.EXE', 'a b'], 'NODE.EXE', ['a b'], false],
    [['python', 'a'], 'python', ['a'], false],
    [[String.raw`C:\Program Files\py\python`, ''], String.raw`C:\Program Files\py\python`, [''], false],
  ])('on Windows: %j', (command, program, args, shell) => {
    expect(spawnStart(command, system('win32'))).toEqual({ program, args, shell, detached: false })
  })

  it.each([['nothing'], ['node.cmd'], [String.raw`tools\other`]])(
    'on Windows, unless there is none: %s',
    (name) => {
      expect(() => spawnStart([name], system('win32'))).toThrow(`there is no program ${name}`)
    },
  )

  it.each<NodeJS.Platform>(['linux', 'darwin'])('on %s as it is, at the head of a group', (platform) => {
    const start = { program: 'npx', args: ['a b', '"'], shell: false, detached: true }
    expect(spawnStart(['npx', 'a b', '"'], system(platform))).toEqual(start)
  })
})

describe('the files of the project', () => {
  const files = projectFiles()

  it('are told apart where case does not count', () => {
    const names = files.map((file) => file.toLowerCase())
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(files.length).toBeGreaterThan(1000)
  })

  it('have names that Windows takes', () => {
    const refused = /[<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i
    expect(files.filter((file) => refused.test(file))).toEqual([])
  })
})
