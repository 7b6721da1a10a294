import { expect, test, vi } from 'vitest'
import { COMMANDS, runWords } from '../../src/command/commands'

const WORDS = Object.keys(COMMANDS)

/** What a command says, up to where it would begin its work. */
const saidBy = (word: string, args: string[]): Promise<string> => saidOf([word, ...args])

async function saidOf(args: string[]): Promise<string> {
  const said: string[] = []
  const say = (text: string) => said.push(text)
  if ((await runWords(args, { out: say, error: say })) === 0) said.push('and all was well')
  return said.join('\n')
}

test.each(WORDS)('%s refuses each of its options misspelt, with the right one', async (word) => {
  const names = [...(await saidBy(word, ['--help'])).matchAll(/^ {2}--([\w-]+)/gm)].map(
    ([, name = '']) => name,
  )
  expect(names.length).toBeGreaterThan(0)
  const given = ['coverage', 'mutate'].includes(word) ? ['--', 'true'] : []
  for (const name of names) {
    const wrong = `--${name.slice(0, -1)}q${name.slice(-1)}`
    expect(await saidBy(word, [wrong, '1', ...given])).toContain(
      `there is no option ${wrong}, perhaps --${name}`,
    )
  }
})

test.each(['', ...WORDS])('the help of %j fits 80 columns', async (word) => {
  const help = await (word === '' ? saidOf(['--help']) : saidBy(word, ['--help']))
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(help).toContain('  --help')
})

// biome-ignore format: a table
test.each<[word: string, parts: string[]]>([
  ['',        ['  {mcp                  serves coding agents', '[Usage: accounting', '[Options:']],
  ['serve',   ['  {--port 4010  ', '  {npx accounting-simulator serve --ui\n']],
  ['explore', ['[The program:\n', '[Options:\n']],
])('the help of %j has colours at a terminal alone', async (word, painted) => {
  const helpAt = async (isTTY: boolean, NO_COLOR: string) => {
    const before = process.stdout.isTTY
    vi.stubEnv('NO_COLOR', NO_COLOR)
    process.stdout.isTTY = isTTY
    try {
      return await saidOf([...(word === '' ? [] : [word]), '--help'])
    } finally {
      process.stdout.isTTY = before
      vi.unstubAllEnvs()
    }
  }
  const shown = (await helpAt(true, ''))
    .replaceAll('\u001B[36m', '{')
    .replaceAll('\u001B[32m', '[')
    .replaceAll('\u001B[0m', '')
  for (const part of painted) expect(shown).toContain(part)
  expect(await helpAt(false, '')).toBe(await helpAt(true, '1'))
  expect(await helpAt(false, '')).not.toContain('\u001B')
})

test('the program lists its commands, serve its own options only, and explore has its options in groups', async () => {
  const [program, serve, explore] = [
    await saidOf(['--help']),
    await saidBy('serve', ['--help']),
    await saidBy('explore', ['--help']),
  ]
  for (const word of WORDS) expect(program).toContain(`\n  ${word} `)
  expect(program).toContain('\n  --port 4010 ')
  expect(serve).not.toContain('explore')
  expect(serve).toContain('\n  --port 4010 ')
  expect(explore.match(/^\S.*:$/gm)).toEqual([
    'The program:',
    'A run is well if:',
    'The search:',
    'The report:',
    'Options:',
  ])
})

// biome-ignore format: a table
test.each<[string, string, string]>([
  ['record',  '--out',    '--file'],
  ['record',  '--url',    '--to'],
  ['record',  '--target', '--to'],
  ['explore', '--output', '--report'],
  ['serve',   '--out',    '--save'],
  ['mutate',  '--output', '--html'],
])('%s knows %s of other programs', async (word, other, ours) => {
  const given = word === 'mutate' ? ['--', 'true'] : []
  expect(await saidBy(word, [other, 'x', ...given])).toContain(`there is no option ${other}, perhaps ${ours};`)
})

test.each<[string, string[]]>([
  ['serve', ['surplus']],
  ['mcp', ['surplus']],
  ['explore', ['surplus', '--', 'true']],
  ['coverage', ['surplus', '--', 'true']],
  ['mutate', ['surplus', '--', 'true']],
  ['record', ['--to', 'https://accounting.test', '--file', '/nowhere/a.har', 'surplus']],
  ['replay', ['/nowhere/a.har', 'surplus']],
  ['many', ['surplus']],
  ['init', ['surplus']],
])('%s refuses a word that it does not take: %j', async (word, args) => {
  const said = await saidBy(word, args)
  expect(said).toMatch(/surplus|takes one FILE/)
  expect(said).not.toContain('and all was well')
})

test.each(['explore', 'coverage', 'mutate'] as const)(
  '%s tells of a program that is not there',
  async (word) => {
    const said = await saidBy(word, ['--', 'nosuchprogram'])
    expect(said).toContain(`accounting-simulator ${word}: there is no program nosuchprogram`)
  },
)

const wrongUsage: readonly [args: string[], complaint: string][] = [
  [['--prot', '1'], 'there is no option --prot, perhaps --port'],
  [['--port'], '--port'],
  [['many', '--teams', 't.json'], 'many needs --directory'],
  [['many', '--directory', 'd'], 'many needs --teams'],
  ...WORDS.flatMap((word): [string[], string][] => {
    const given = ['explore', 'coverage', 'mutate'].includes(word) ? ['--', 'true'] : []
    return [
      [[word, '--hlep', ...given], 'there is no option --hlep, perhaps --help'],
      [[word, 'surplus', 'surplus', ...given], word === 'replay' ? 'takes one FILE' : 'surplus'],
    ]
  }),
]

test.each(wrongUsage)('wrong usage ends with 2: %j', async (args, complaint) => {
  const said: string[] = []
  const status = await runWords(args, { out: () => undefined, error: (text) => said.push(text) })
  expect([status, said.join('')]).toEqual([2, expect.stringContaining(complaint)])
})
