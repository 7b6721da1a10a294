import type { Dialect, FileText, Project, Run } from './project'

export const ESM: Dialect = { ending: 'js', format: 'esm', imports: '.js' }
export const CJS: Dialect = { ending: 'js', format: 'cjs', imports: '' }
export const TYPESCRIPT: Dialect = { ending: 'ts', format: 'as it is', imports: '' }

/** A test runner: how it runs files, and how it counts. */
export interface Runner {
  readonly run: (files: readonly string[]) => readonly string[]
  readonly tally: (passed: number, failed: number) => string
  readonly env?: Readonly<Record<string, string>>
}

/** Clients that may go past the simulator, as the pages name them. */
const CALLED = {
  'fetch-global': 'the real `fetch`',
  'node-http': '`node:http`',
  http2: '`node:http2`',
  'undici-fetch': '`undici.fetch`',
  'undici-request': '`undici.request`',
  got: 'got over HTTP/2',
  'axios-http2': 'axios over HTTP/2',
}

/** A request that the simulator does not get, and what the failing test says about it. */
export interface Past {
  /** The client that sends it, below files/clients. */
  readonly client: keyof typeof CALLED
  readonly words?: Readonly<Record<string, string>>
  /** The real service, or an address at which nobody answers. */
  readonly to: 'SERVICE_HTTP' | 'SERVICE_HTTPS' | 'http://accounting.test' | 'https://accounting.test'
  readonly says: readonly string[]
}

export interface Suite extends Omit<Project, 'files' | 'runs' | 'past'> {
  readonly runner: Runner
  /** What declares tests, below files/runners, and the framework that it stands on. */
  readonly declares: string
  readonly framework?: string
  readonly door: string
  readonly client?: string
  readonly words?: Readonly<Record<string, string>>
  readonly dialect?: Dialect
  readonly past: readonly Past[]
  /** The files of tests that are green, below files/, with the tests that each has. */
  readonly greens?: Readonly<Record<string, number>>
  readonly files?: Readonly<Record<string, FileText>>
  readonly env?: Readonly<Record<string, string>>
}

/** What each planted fault prints: a client without keys, an assertion in a receiver, a fault that hits nothing. */
const PLANTED = ['made 2 times', 'core.invoice/voided', 'hit nothing']

type Counts = readonly [passed: number, failed: number]

/** The real service has a certificate that nobody trusts. */
const TRUSTING = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }

/** Frameworks that have no `expect` of their own. */
const ASSERTING = ['node', 'mocha', 'deno']

/** The tests of one client in one runner: green ones, planted faults, and requests past the simulator. */
export function suite(given: Suite): Project {
  const {
    runner,
    framework,
    client = 'fetch',
    words = {},
    dialect = ESM,
    past,
    greens = { green: 2, virtual: 1 },
  } = given
  const { ending } = dialect
  const files: Record<string, FileText> = {}
  const add = (name: string, from: string, more: Readonly<Record<string, string>> = {}): void => {
    const path = [...(given.folder ? [given.folder] : []), `${name}.${ending}`].join('/')
    files[path] = { from, words: { ...words, ...more }, dialect }
  }
  const run = (names: readonly string[], counts: Counts, says: readonly string[]): Run => ({
    command: runner.run(names.map((name) => `${name}.test.${ending}`)),
    env: { ...runner.env, ...given.env, ...TRUSTING },
    succeeds: counts[1] === 0,
    says: [runner.tally(...counts), ...says],
  })

  for (const name of ['request', 'live', 'invoices']) add(name, name)
  add('runner', `runners/${given.declares}`)
  add('door', `doors/${given.door}`)
  add('send', `clients/${client}`)
  if (framework !== undefined) add('framework', `frameworks/${framework}`)
  if (ASSERTING.includes(framework ?? '')) add('asserting', 'frameworks/asserting')
  for (const name of [...Object.keys(greens), 'red']) add(`${name}.test`, name)
  if ('virtual' in greens) add('time', `times/${given.declares}`)
  for (const [index, { client: other, words: its, to }] of past.entries()) {
    add(`past-${index + 1}-send`, `clients/${other}`, its)
    add(`past-${index + 1}.test`, 'past', { "'./send'": `'./past-${index + 1}-send'`, THE_SERVICE: to })
  }
  const failing = ['red', ...past.map((_, index) => `past-${index + 1}`)]
  const told = past.flatMap(({ says }) => says)
  const planted = run(failing, [0, PLANTED.length + past.length], [...PLANTED, ...told])
  const passing = Object.values(greens).reduce((sum, one) => sum + one)
  const runs: Run[] = [
    run(Object.keys(greens), [passing, 0], []),
    { ...planted, arriving: past.filter(({ to }) => to.startsWith('SERVICE')).length },
  ]
  const manifest = JSON.stringify({ private: true, ...(dialect === ESM && { type: 'module' }) })
  const clients = past.map(({ client: other }) => CALLED[other])
  return { ...given, files: { 'package.json': manifest, ...files, ...given.files }, runs, past: clients }
}
