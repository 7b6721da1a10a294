import { expect, test } from 'vitest'
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
