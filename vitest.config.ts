import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { entryPoints } from './tsup.config.ts'

/** Tests import the public names, as a user does, and get the sources behind them. */
export const alias = Object.entries(entryPoints).map(([name, file]) => ({
  find: new RegExp(`^accounting-simulator${name === 'index' ? '' : `/${name}`}$`),
  replacement: fileURLToPath(new URL(file, import.meta.url)),
}))

/** Run by `npm run test:browser`. */
const IN_CHROMIUM = 'test/browser/**'

/** Whatever changes globals, such as `fetch` and timers, or modules, or is told once: each has a process of its own. */
const HOSTS = [
  'test/time/**/*.test.ts',
  'test/hosts/**/*.test.ts',
  'test/examples/**/*.test.ts',
  'test/simulator/unmet-faults.test.ts',
  'test/mutate/steady-tests.test.ts',
  'test/mutate/told.test.ts',
  'test/mutate/verdicts.test.ts',
  'test/misspelt/judged-nothing.test.ts',
  'examples/**/*.test.ts',
]

/** Programs in virtual time: each gives the globals back, so one process plays many files. */
const EXPLORED = 'test/explore/**/*.test.ts'

/** `npm run prove` plays everything that `npm test` samples, without hurry. */
const PATIENCE = process.env.PROVE ? 3_600_000 : 30_000

export default defineConfig({
  resolve: { alias },
  test: {
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    // A test that comes to no expectation fails.
    expect: { requireAssertions: true },
    maxWorkers: availableParallelism(),
    globalSetup: 'test/support/temporary-folder.ts',
    // Compiled files are kept below node_modules, so that a run of one file takes half the processor time.
    experimental: { fsModuleCache: true },
    projects: [
      { extends: true, test: { name: 'hosts', include: HOSTS } },
      { extends: true, test: { name: 'explore', include: [EXPLORED], isolate: false } },
      {
        extends: true,
        // The sources are loaded once in each worker: simulators share nothing, and neither do these files.
        test: {
          name: 'simulator',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, IN_CHROMIUM, EXPLORED, ...HOSTS],
          isolate: false,
        },
      },
    ],
  },
})
