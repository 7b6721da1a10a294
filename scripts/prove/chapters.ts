/** What `npm run prove` runs, in its order. A new chapter is a new row. */
export interface Chapter {
  readonly name: string
  /** What a reader knows when it has passed. */
  readonly shows: string
  /** Folders and files of tests; each file is a turn of its own. */
  readonly files: readonly string[]
  /** A chapter that is no run of tests: the names of its turns, and who plays them (scripts/prove.ts). */
  readonly own?: 'patches' | 'mutation' | 'matrix' | 'environments' | 'consumers' | 'rivals'
  /** So many of its turns are played with a seed, which draws them. */
  readonly sample?: number
  /** A chapter that draws: each seed is a turn. */
  readonly drawn?: {
    /** The variable of the environment that takes the seed. */
    readonly variable: string
    /** Seeds of a run without a budget: 1, 2, ... */
    readonly seeds: number
    /** Steps or cases that a seed plays. */
    readonly steps: number
    /** How the tests are told to play so many. */
    readonly environment: Readonly<Record<string, string>>
  }
}

const drawn = (
  variable: string,
  seeds: number,
  steps: number,
  environment: Readonly<Record<string, string>> = {},
): Pick<Chapter, 'drawn'> => ({ drawn: { variable, seeds, steps, environment } })

export const CHAPTERS: readonly Chapter[] = [
  {
    name: 'simulation',
    shows:
      'Every record type over the wire, with retries, faults, forks and webhooks: each promise holds after each step.',
    files: ['test/simulation/service.test.ts'],
    ...drawn('SERVICE_SEED', 40, 1000, { SERVICE: '1x1000' }),
  },
  {
    name: 'books',
    shows:
      'Invoices, payments and entries against a model of the ledger that shares no code with the service.',
    files: ['test/simulation/workload.test.ts'],
    ...drawn('BOOKS_SEED', 10, 1200, { RUNS: '40' }),
  },
  {
    name: 'contracts',
    shows: 'Contracts, assets, payments and templates tie out with another arithmetic after every step.',
    files: ['test/tie-outs/tie-outs.test.ts'],
    ...drawn('TIE_OUTS_SEED', 10, 3000, { TIE_OUTS: '1x3000' }),
  },
  {
    name: 'schedules',
    shows: 'Revenue schedules and usage against sums that are worked out in another way.',
    files: ['test/recognition/schedules.property.test.ts'],
    ...drawn('SCHEDULES_SEED', 10, 200),
  },
  {
    name: 'recurrence',
    shows: 'Dates of recurrence rules against python-dateutil.',
    files: ['test/recurring/judges.test.ts'],
    ...drawn('SEED', 5, 1),
  },
  {
    name: 'ledgers',
    shows: 'The journal that the books write, read by hledger and ledger.',
    files: ['test/ledger/hledger.test.ts'],
    ...drawn('BOOKS_SEED', 5, 8),
  },
  {
    name: 'files',
    shows: 'World files that were altered at random are refused by name or make a sound world.',
    files: ['test/simulation/hostile-files.test.ts'],
    ...drawn('HOSTILE_SEED', 3, 1),
  },
  {
    name: 'sandboxes',
    shows:
      'Sandboxes that are killed while clients write lose nothing and deliver everything; damaged files are refused.',
    files: ['crash', 'damage', 'storage-room', 'soak', 'worker', 'worker-crash', 'expiry', 'backup'].map(
      (name) => `test/sandbox/${name}.test.ts`,
    ),
    ...drawn('SEED', 10, 100, { KILLS: '100', EVENTS: '11', DAMAGES: '1000', SANDBOXES: '1000', SOAK: '1' }),
  },
  {
    name: 'promises',
    shows: 'What holds for every record type, with every pair of filters.',
    files: ['test/promises'],
  },
  {
    name: 'replay',
    shows: 'Recordings are explained without a false accusation, and altered ones are named.',
    files: ['test/replay'],
  },
  {
    name: 'exploration',
    shows: 'Planted bugs are found with the default budget, and correct programs survive.',
    files: ['test/explore', 'test/examples/explored.test.ts'],
  },
  {
    name: 'suites',
    shows:
      'What coverage and mutate say of the tests of each runner is so, and commands help with each mistake.',
    files: [
      'test/mutate/mutate.test.ts',
      'test/mutate/vitest-suites.test.ts',
      ...[
        'coverage',
        'coverage-pastes',
        'coverage-runs',
        'init',
        'mcp-errors',
        'other-systems',
        'vitest/vm-pools',
      ].map((name) => `test/hosts/${name}.test.ts`),
    ],
    sample: 1,
  },
  {
    name: 'tables',
    shows:
      'Long tables, of which the other tests play a sample: documents, changes of the service, imports, time zones.',
    files: [
      'test/openapi/at-the-service.test.ts',
      'test/faults/evolution.test.ts',
      'test/worlds/imports.test.ts',
      'test/recurring/zones.test.ts',
      'test/time/scenarios.test.ts',
    ],
    sample: 1,
  },
  {
    name: 'rules',
    shows: 'Each sentence of docs/service.md that states a rule is named by a test.',
    files: ['test/prove/rules.test.ts', 'test/docs/members.test.ts'],
  },
  {
    name: 'matrix',
    shows:
      'The same traffic gives the same bytes in every runtime, time zone, locale, and version of msw and vitest.',
    files: [],
    own: 'matrix',
  },
  {
    name: 'environments',
    shows:
      'Projects of users with the packed package: green tests, planted faults, requests that go past the simulator.',
    files: [],
    own: 'environments',
    sample: 3,
  },
  {
    name: 'consumers',
    shows:
      'Clients of eight generators compile strictly and play a story; two contract testers agree with the service.',
    files: [],
    own: 'consumers',
    sample: 1,
  },
  {
    name: 'upgrades',
    shows:
      'What an earlier version left: world files, sandboxes, recordings, reports, and programs that used it.',
    files: ['test/upgrades', 'test/sandbox/older.test.ts'],
  },
  {
    name: 'rivals',
    shows: 'What others do and how fast, in one run: only behaviour of this library can fail.',
    files: [],
    own: 'rivals',
  },
  {
    name: 'patches',
    shows:
      'Mistakes that are planted in the sources, one at a time, are found by the tests or the simulation.',
    files: [],
    own: 'patches',
  },
  {
    name: 'mutation',
    shows: 'Small changes of the sources, all that can be made, are found by the tests of their group.',
    files: [],
    own: 'mutation',
  },
]
