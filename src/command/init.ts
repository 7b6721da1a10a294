import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { command, type Terminal } from './command'
import { firstExploration, firstTest } from './init/files'
import { lookAt, type Project } from './init/project'
import { toggle } from './options'

export const runInit = command({
  word: 'init',
  usage: (options) => `accounting-simulator init looks at the project in this folder and writes a first
test and a first exploration for its test runner: vitest, jest, Playwright, or
node:test if there is none of these.

Usage: accounting-simulator init [--yes]

${options}

It writes new files only. It changes none, and it adds no test where one uses
the simulator already.
`,
  options: { yes: toggle`writes without asking` },
  async run({ yes }, { out, ask, folder = process.cwd() }) {
    const project = lookAt(folder)
    const files = filesFor(project).filter(({ path }) => !existsSync(join(folder, path)))
    out(describe(project, files))
    if (files.length === 0) return 0
    const isWanted = yes || /^y(es)?$/i.test(((await ask?.('Write them? [y/N] ')) ?? '').trim())
    if (!isWanted)
      out(`Nothing was written.${ask ? '' : ' Say yes with: npx accounting-simulator init --yes'}\n`)
    else {
      for (const { path, text } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text, { flag: 'wx' })
      }
      out(`${files.map(({ path }) => `wrote ${path}\n`).join('')}Run them: ${project.command}\n`)
    }
    return 0
  },
})

/** Asks at the terminal, if there is one. */
export const askAtTerminal = (): Terminal['ask'] =>
  process.stdin.isTTY && process.stdout.isTTY
    ? async (question) => {
        const lines = createInterface({ input: process.stdin, output: process.stdout })
        try {
          return await lines.question(question)
        } finally {
          lines.close()
        }
      }
    : undefined

interface NewFile {
  readonly path: string
  readonly text: string
  readonly does: string
}

function filesFor(project: Project): NewFile[] {
  const { place, ending, uses, found } = project
  const path = (name: string): string => `${place === '.' ? '' : `${place}/`}accounting${name}${ending}`
  const mine = found ? `; put ${found.name} of ${found.file} in its place` : ''
  return [
    ...(uses.simulator === undefined
      ? [{ path: path(''), text: firstTest(project), does: 'a test: an invoice, and what the books say' }]
      : []),
    ...(uses.explore === undefined
      ? [
          {
            path: path('-explore'),
            text: firstExploration(project),
            does: `an exploration of a function, pushInvoice${mine}`,
          },
        ]
      : []),
  ]
}

const NAMES = { vitest: 'vitest', jest: 'jest', playwright: 'Playwright', node: 'node:test' } as const

function describe(project: Project, files: readonly NewFile[]): string {
  const { runner, reason, doubt, missing, isTyped, hasPackage, hasStorybook, uses, command } = project
  const there = [uses.simulator, uses.explore].filter((file) => file !== undefined)
  return [
    `A project with ${NAMES[runner]}${isTyped ? ' and TypeScript' : ''}${hasStorybook ? ', and with Storybook' : ''}.`,
    ...(reason === undefined ? [] : [reason]),
    ...[...new Set(there)].map((file) => `${file} uses the simulator already.`),
    ...files.map(({ path, does }) => `${path}: ${does}`),
    ...(doubt === undefined || files.length === 0 ? [] : [doubt]),
    ...(files.length === 0 ? [`There is nothing to write. Run the tests: ${command}`] : []),
    ...(hasPackage ? [] : ['To do first: npm install --save-dev accounting-simulator']),
    ...missing.map((what) => `To do first: ${what}`),
    ...(hasStorybook
      ? [
          "For stories: 'accounting-simulator/storybook' among the addons of .storybook/main (docs/storybook.md)",
        ]
      : []),
    '',
  ].join('\n')
}
