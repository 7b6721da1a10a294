import { npmInstall } from '../installed'
import type { Project } from './project'
import { ESM, type Past, type Runner, type Suite, suite } from './suite'

export const VITEST: Runner = {
  run: (files) => ['vitest', 'run', ...files],
  tally: (passed, failed) =>
    failed > 0 ? `Tests  ${failed} failed (${failed})` : `Tests  ${passed} passed (${passed})`,
}

/** What is said of a request that Node reports. */
export const WENT = ['went to the network, not to the simulator', 'serve(simulator)']

/** A client that msw cannot see, and that Node reports. */
export const unseen = (client: Past['client'], words: Past['words'] = {}): Past => ({
  ...{ client, words, to: 'SERVICE_HTTPS' },
  says: WENT,
})

/** HTTP/2 on a Node that does not report it: the test has to fail for another reason, as where the host is nowhere. */
export const unheard = (client: Past['client'], words: Past['words'] = {}): Past => ({
  ...{ client, words, to: 'https://accounting.test' },
  says: ['got no request'],
})

/** A part of the program that was given nothing, and knows the service's address only; nobody answers there. */
export const unanswered = (client: Past['client']): readonly Past[] => [
  { client, to: 'http://accounting.test', says: ['the simulator got no request'] },
]

/** Clients that msw cannot see. */
const UNSEEN = [unseen('undici-request')]
const ALL_UNSEEN = [unseen('undici-fetch'), unseen('undici-request'), unheard('http2')]

const UNSEEN_PACKAGES = ['undici@7']

interface Setting extends Partial<Suite> {
  readonly name: string
  /** The options of vitest's configuration. */
  readonly test?: object
}

/** A project in vitest 4 with msw, the global fetch and nothing else, but for what the setting says. */
export const withVitest = ({ test = {}, files = {}, ...setting }: Setting): Project =>
  suite({
    by: '`useSimulator`',
    runner: VITEST,
    declares: 'vitest',
    door: 'same',
    past: UNSEEN,
    packages: ['vitest@4', 'msw@2', ...UNSEEN_PACKAGES],
    ...setting,
    files: { 'vitest.config.mjs': `export default ${JSON.stringify({ test }, null, 2)}\n`, ...files },
  })

const inVitest = (version: string, ...more: readonly string[]): readonly string[] => [
  ...[`vitest@${version}`, 'msw@2', ...UNSEEN_PACKAGES],
  ...more,
]

const WORKERD_CONFIG = `import { cloudflareTest } from '@cloudflare/vitest-plugin'

const miniflare = { compatibilityDate: '2026-01-01', compatibilityFlags: ['nodejs_compat'] }
export default { plugins: [cloudflareTest({ miniflare })] }
`

export const IN_VITEST: readonly Project[] = [
  withVitest({ name: 'vitest 4, forks', test: { pool: 'forks' }, past: ALL_UNSEEN }),
  withVitest({ name: 'vitest 4, threads', test: { pool: 'threads' } }),
  withVitest({ name: 'vitest 4, vmThreads', test: { pool: 'vmThreads' } }),
  withVitest({ name: 'vitest 4, vmForks', test: { pool: 'vmForks' } }),
  withVitest({
    name: 'vitest 4, no isolation',
    test: { isolate: false, fileParallelism: false },
  }),
  withVitest({
    name: 'vitest 4, jsdom',
    test: { environment: 'jsdom' },
    packages: inVitest('4', 'jsdom'),
  }),
  ...[18, 20, 21].map((version) =>
    withVitest({
      name: `vitest 4, happy-dom ${version}`,
      test: { environment: 'happy-dom' },
      packages: inVitest('4', `happy-dom@${version}`),
    }),
  ),
  withVitest({
    name: 'vitest 4, edge-runtime',
    test: { environment: 'edge-runtime' },
    packages: inVitest('4', '@edge-runtime/vm@5'),
  }),
  ...['forks', 'threads', 'vmThreads'].map((pool) =>
    withVitest({ name: `vitest 3.2, ${pool}`, test: { pool }, packages: inVitest('~3.2') }),
  ),
  withVitest({
    name: 'vitest 3.2, jsdom',
    test: { environment: 'jsdom' },
    packages: inVitest('~3.2', 'jsdom@26'),
  }),
  withVitest({ name: 'msw 2.10', packages: ['vitest@4', 'msw@2.10.0', 'undici@7'] }),
  withVitest({
    name: 'msw 3, Node 24',
    // msw 3 stands below HTTP/2, too, and ends what it does not understand.
    past: [{ ...unseen('http2'), to: 'https://accounting.test' }],
    packages: ['vitest@4', 'msw@3', 'node@24'],
  }),
  withVitest({
    name: 'vitest 4, an msw server in its setup file',
    by: "the project's msw server",
    door: 'own-server',
    words: { 'useSimulator(options)': 'useSimulator({ ...options, intercept: false })' },
    test: { setupFiles: ['./server.js'] },
    greens: { green: 2, rates: 1 },
    files: { 'server.js': { from: 'own-server', dialect: ESM } },
  }),
  suite({
    name: 'vitest 4, workerd',
    by: '`simulator.fetch`',
    runner: VITEST,
    declares: 'run-test',
    framework: 'vitest',
    door: 'handed',
    greens: { green: 2 },
    past: unanswered('fetch-global'),
    packages: ['vitest@4', '@cloudflare/vitest-plugin@1'],
    files: { 'vitest.config.mjs': WORKERD_CONFIG },
  }),
  {
    name: 'vitest 5',
    by: '',
    packages: [],
    install: ['npm', '--version'],
    files: { 'package.json': '{ "private": true }' },
    told: '`peerOptional vitest@">=3.2 <5"`',
    runs: [
      {
        command: npmInstall(['TARBALL', 'vitest@5']),
        succeeds: false,
        says: ['ERESOLVE', 'peerOptional vitest@">=3.2 <5" from accounting-simulator'],
      },
    ],
  },
  {
    name: 'msw 3, Node 20',
    by: '',
    packages: ['msw@3', 'node@20'],
    files: {
      'package.json': '{ "private": true, "type": "module" }',
      'handlers.js': [
        "import { createSimulator } from 'accounting-simulator'",
        "import { handlers } from 'accounting-simulator/msw'",
        'handlers(createSimulator())\n',
      ].join('\n'),
    },
    told: '`msw 3 needs ... Install msw 2 or a newer Node`',
    runs: [
      {
        command: ['node', 'handlers.js'],
        succeeds: false,
        says: ['msw 3 needs', 'Install msw 2 or a newer Node'],
      },
    ],
  },
]
