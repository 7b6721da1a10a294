import { resolve } from 'node:path'
import type { Consumer, FileText, Run } from './project'
import { CJS, ESM } from './suite'

interface Given {
  readonly name: string
  readonly packages: readonly string[]
  readonly setting: string
  readonly lacks: string
  readonly files: Readonly<Record<string, FileText>>
  /** The template of the program that starts it. */
  readonly program: string
  /** What it says when all is well, and of the planted mistake. */
  readonly says: string
  readonly complains: string
}

/** Starts the packed service, with its examples. */
const SERVICE = [
  process.execPath,
  resolve('node_modules/tsx/dist/cli.mjs'),
  `${import.meta.dirname}/example-service.ts`,
]

const template = (name: string): FileText => ({ from: `contract-testers/${name}`, dialect: ESM })

function contractTester({ program, says, complains, files, ...given }: Given): Consumer {
  const command = [...SERVICE, process.execPath, `${program}.js`, 'URL']
  const planted: Run = { command, env: { PLANTED: '1' }, succeeds: false, says: [complains] }
  return {
    ...given,
    by: '`serve(simulator)`',
    files: {
      'package.json': '{ "private": true, "type": "module" }',
      'planted.js': template('planted'),
      [`${program}.js`]: template(program),
      ...files,
    },
    runs: [{ command, succeeds: true, says: [says] }, planted],
  }
}

/** Programs that send the examples of the document to a service, and compare its answers with the document. */
export const CONTRACT_TESTERS: readonly Consumer[] = [
  contractTester({
    name: 'Portman with Newman',
    packages: ['@apideck/portman@1.33', 'newman@6.2', 'tslib@2'],
    setting: '`tslib` beside it, which it needs and does not name; `securityOverwrites: { apiKey }`',
    lacks: 'a list of files is written as text, so make it a file in the collection',
    files: { 'receipt.txt': 'paid' },
    program: 'portman',
    says: 'assertions',
    complains: 'planted',
  }),
  contractTester({
    name: 'Dredd',
    packages: ['dredd@14.1'],
    setting:
      'the document without answers that refuse; a hook takes optional parameters away, and sends forms',
    lacks: 'knows types of OpenAPI 3.0 only; it sees members that are missing',
    files: { 'hooks.cjs': { from: 'contract-testers/hooks', dialect: CJS } },
    program: 'dredd',
    says: 'complete: 172 passing, 0 failing, 0 errors, 0 skipped, 172 total',
    complains: "At '/planted' Missing required property: planted",
  }),
]
