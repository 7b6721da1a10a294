import type { Project } from './project'
import { CJS, type Past, type Runner, type Suite, suite, TYPESCRIPT } from './suite'
import { unanswered, unheard, unseen, WENT } from './vitest'

const JEST: Runner = {
  run: (files) => ['jest', ...files],
  tally: (passed, failed) =>
    `Tests:       ${failed > 0 ? `${failed} failed` : `${passed} passed`}, ${passed + failed} total`,
}
const JEST_MODULES: Runner = { ...JEST, env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' } }

const NODE: Runner = {
  run: (files) => ['node', '--test', '--test-reporter=tap', ...files],
  tally: (passed, failed) => (failed > 0 ? `# fail ${failed}\n` : `# pass ${passed}\n`),
}
const MOCHA: Runner = {
  run: (files) => ['mocha', ...files],
  tally: (passed, failed) => (failed > 0 ? `${failed} failing` : `${passed} passing`),
}
const BUN: Runner = {
  run: (files) => ['bun', 'test', ...files.map((file) => `./${file}`)],
  tally: (passed, failed) => (failed > 0 ? ` ${failed} fail\n` : ` ${passed} pass\n 0 fail\n`),
}
const DENO: Runner = {
  run: (files) => ['deno', 'test', '-A', ...files],
  tally: (passed, failed) => `${passed} passed | ${failed} failed`,
}
const PLAYWRIGHT: Runner = {
  run: (files) => ['playwright', 'test', '--reporter=line', ...files],
  tally: (passed, failed) => (failed > 0 ? `${failed} failed` : `${passed} passed`),
}

/** A part of the program that has the real fetch, beside one that was given the simulator's. */
const NOT_HANDED: readonly Past[] = [{ client: 'fetch-global', to: 'SERVICE_HTTP', says: WENT }]

type Setting = Partial<Suite> & Pick<Suite, 'name'>

const withJest = (setting: Setting, config: object = {}): Project =>
  suite({
    by: '`simulator.fetch`',
    runner: JEST,
    declares: 'run-test',
    framework: 'jest',
    door: 'handed',
    dialect: CJS,
    past: NOT_HANDED,
    packages: ['jest@30'],
    ...setting,
    files: { 'jest.config.json': JSON.stringify(config), ...setting.files },
  })

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: 'es2022', module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
    ...{ strict: true, lib: ['es2022', 'dom'], types: ['jest', 'node'], isolatedModules: true },
  },
})

const SWC = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }

const jestOf = (version: 29 | 30): readonly Project[] => [
  withJest({ name: `jest ${version}, CommonJS`, packages: [`jest@${version}`] }),
  withJest({
    name: `jest ${version}, ES modules`,
    by: 'msw',
    runner: JEST_MODULES,
    door: 'msw',
    dialect: { ending: 'js', format: 'esm', imports: '.js' },
    packages: [`jest@${version}`, 'msw@2', 'undici@7'],
    files: { 'package.json': '{ "private": true, "type": "module" }' },
    past: [{ client: 'undici-request', to: 'SERVICE_HTTP', says: WENT }],
  }),
  withJest(
    {
      name: `jest ${version}, ts-jest`,
      dialect: TYPESCRIPT,
      packages: [
        `jest@${version}`,
        `@types/jest@${version}`,
        '@types/node@20',
        'ts-jest@29',
        'typescript@5.9',
      ],
      files: { 'tsconfig.json': TSCONFIG },
    },
    { preset: 'ts-jest' },
  ),
  withJest(
    {
      name: `jest ${version}, SWC`,
      dialect: TYPESCRIPT,
      packages: [`jest@${version}`, '@swc/core@1', '@swc/jest@0.2'],
    },
    { transform: { '\\.ts$': ['@swc/jest', SWC] } },
  ),
  withJest(
    {
      name: `jest ${version}, jsdom`,
      packages: [`jest@${version}`, `jest-environment-jsdom@${version}`],
      // It hides the fetch of Node and all that belongs to it.
      words: { 'new Response(': 'new (await simulator.fetch(simulator.baseUrl)).constructor(' },
      past: [{ client: 'node-http', to: 'SERVICE_HTTP', says: WENT }],
    },
    { testEnvironment: 'jsdom' },
  ),
  withJest(
    {
      name: `jest ${version}, jest-fixed-jsdom`,
      packages: [`jest@${version}`, `jest-environment-jsdom@${version}`, 'jest-fixed-jsdom'],
    },
    { testEnvironment: 'jest-fixed-jsdom' },
  ),
]

export const IN_JEST: readonly Project[] = [...jestOf(30), ...jestOf(29)]

const withNode = (setting: Setting): Project =>
  suite({
    by: 'the global `fetch`, replaced',
    runner: NODE,
    declares: 'run-test',
    framework: 'node',
    door: 'replaced',
    packages: ['undici@7'],
    past: [
      { client: 'undici-request', to: 'SERVICE_HTTP', says: WENT },
      { client: 'node-http', to: 'SERVICE_HTTP', says: WENT },
    ],
    ...setting,
  })

export const IN_OTHERS: readonly Project[] = [
  withNode({ name: 'node:test, ES modules' }),
  withNode({ name: 'node:test, CommonJS', dialect: CJS }),
  withNode({
    name: 'node:test, msw',
    by: 'msw',
    door: 'msw',
    past: [unseen('undici-request'), unheard('http2')],
    packages: ['msw@2', 'undici@7'],
  }),
  ...[20, 22, 24, 26].map((version) =>
    withNode({ name: `node:test, Node ${version}`, packages: [`node@${version}`, 'undici@7'] }),
  ),
  withNode({ name: 'mocha', runner: MOCHA, framework: 'mocha', packages: ['mocha@11', 'undici@7'] }),
  withNode({
    name: 'bun test',
    by: '`simulator.fetch`',
    runner: BUN,
    framework: 'bun',
    door: 'handed',
    packages: ['bun@1'],
    past: unanswered('fetch-global'),
  }),
  withNode({
    name: 'deno test',
    runner: DENO,
    framework: 'deno',
    packages: ['deno@2', '@types/node@20'],
    past: [{ client: 'node-http', to: 'SERVICE_HTTP', says: WENT }],
  }),
  withNode({
    name: 'Playwright',
    by: '`serve(simulator)`',
    runner: PLAYWRIGHT,
    framework: 'playwright',
    door: 'serve',
    packages: ['@playwright/test@1'],
    past: NOT_HANDED,
  }),
]
