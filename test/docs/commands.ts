import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scenarios } from 'accounting-simulator/scenarios'
import { expect } from 'vitest'
import { COMMANDS } from '../../src/command/commands'
import { runServe } from '../../src/command/serve-command'
import { projectFiles, readProjectFile } from '../tidy/source-tree'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Package {
  readonly name?: string
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const packageIn = (folder: string): Package =>
  JSON.parse(readProjectFile(join(folder, 'package.json'))) as Package

const OURS = packageIn('.')

/** A command of a page, on one line. */
interface Command {
  readonly page: string
  readonly text: string
}

/** What a workflow runs: our command, with its options on further lines. */
const workflowCommands = (code: string): string =>
  (code.replace(/\n\s+(?=--)/g, ' ').match(/npm ci|npx accounting-simulator [^|\n]*/g) ?? []).join('\n')

/** The commands of a block, without comments. */
export const commandsOf = (page: string, code: string): Command[] =>
  (/^jobs:$/m.test(code) ? workflowCommands(code) : code)
    .replace(/\\\n\s*/g, '')
    // A value of a workflow's matrix.
    .replace(/\$\{\{[^}]*\}\}/g, '1')
    .split('\n')
    .map((line) => line.replace(/\s*#.*$/, ''))
    .flatMap((line) => line.split('&&'))
    .map((text) => ({ page, text: text.replace(/&$/, '').trim() }))
    .filter(({ text }) => text !== '')

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Whether the command would be understood, without doing what it says. */
export async function understood({ page, text }: Command): Promise<unknown> {
  const words = wordsOf(text).filter((word) => !/^[A-Z_]+=/.test(word))
  const project = existsSync(join(ROOT, dirname(page), 'package.json')) ? dirname(page) : '.'
  const [program = '', first = ''] = words
  if (program === 'cd') return expect(projectFiles(first)).not.toEqual([])
  if (program === 'python3') return expect(words.join(' ')).toMatch(/^python3 -m (unittest|pytest)$/)
  if (program === 'npm') return npm(project, words.slice(1))
  if (program === 'npx') return npx(dirname(page), words.slice(1))
  // A test starts the file of the package.
  if (program === 'node' && first === `node_modules/${OURS.name}/${OURS.bin?.[OURS.name ?? '']}`)
    return expect(() => runServe.read(words.slice(2))).not.toThrow()
  return expect(() => accessSync(join(ROOT, program), constants.X_OK)).not.toThrow()
}

function npm(project: string, [verb, ...rest]: readonly string[]): void {
  const { scripts = {} } = packageIn(project)
  if (verb === 'ci') {
    expect(existsSync(join(ROOT, project, 'package-lock.json'))).toBe(true)
    return
  }
  if (verb === 'install') {
    const known = [OURS.name, ...Object.keys({ ...OURS.peerDependencies, ...OURS.devDependencies })]
    expect(known).toEqual(expect.arrayContaining(rest.filter((word) => !word.startsWith('--'))))
    return
  }
  const [name, ...others] = verb === 'run' ? rest : [verb, ...rest]
  expect(Object.keys(scripts)).toContain(name)
  const at = others.indexOf('--scenario')
  if (at >= 0) expect(Object.keys(scenarios)).toContain(others[at + 1])
}

/** @param folder that of the page, or the root */
async function npx(folder: string, [program = '', ...rest]: readonly string[]): Promise<unknown> {
  const [first = ''] = rest
  if (program === 'tsx')
    return expect([first, join(folder, first)].filter((path) => existsSync(join(ROOT, path)))).not.toEqual([])
  if (program !== OURS.name) return expect(Object.keys(OURS.devDependencies ?? {})).toContain(program)
  const command = await COMMANDS[first]?.()
  return expect(() => (command ? command.read(rest.slice(1)) : runServe.read(rest))).not.toThrow()
}
