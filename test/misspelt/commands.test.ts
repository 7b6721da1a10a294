import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { readArguments } from '../../src/command/arguments'
import { runCoverage } from '../../src/command/coverage'
import { runExplore } from '../../src/command/explore'
import { runInit } from '../../src/command/init'
import { readManyArguments } from '../../src/command/many/arguments'
import { MANY_USAGE as OF_MANY } from '../../src/command/many/usage'
import { runMutate } from '../../src/command/mutate'
import { WORDS } from '../../src/command/option-names'
import { runRecord } from '../../src/command/record/record'
import { runReplay } from '../../src/command/replay'
import { USAGE } from '../../src/command/usage'
import { messageOf } from '../../src/kernel/message-of'

type Run = (args: string[], said: (text: string) => void) => unknown

const serve: Run = (args, said) => (args.includes('--help') ? said(USAGE) : readArguments(args))
const outputOf = (said: (text: string) => void): never =>
  ({ out: said, error: said, ask: undefined, create: createSimulator }) as never

/** Each word of the command, up to where it would begin its work. */
const RUNS: Readonly<Record<(typeof WORDS)[number], Run>> = {
  serve,
  mcp: serve,
  explore: (args, said) => runExplore(args, outputOf(said)),
  coverage: (args, said) => runCoverage(args, outputOf(said)),
  mutate: (args, said) => runMutate(args, outputOf(said)),
  record: (args, said) => runRecord(args, outputOf(said)),
  replay: (args, said) => runReplay(args, outputOf(said)),
  many: (args, said) => (args.includes('--help') ? said(OF_MANY) : readManyArguments(args)),
  init: (args, said) => runInit(args, '/nowhere', outputOf(said)),
}

async function saidBy(word: (typeof WORDS)[number], args: string[]): Promise<string> {
  const said: string[] = []
  try {
    const status = await RUNS[word](args, (text) => said.push(text))
    if (status === 0) said.push('and all was well')
  } catch (error) {
    said.push(messageOf(error))
  }
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

// biome-ignore format: a table
test.each<[(typeof WORDS)[number], string, string]>([
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

test.each<[(typeof WORDS)[number], string[]]>([
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
