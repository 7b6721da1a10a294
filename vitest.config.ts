import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { ProofReporter, provenSuites } from './test/support/proof.ts'
import { entryPoints } from './tsup.config.ts'

/** Tests import the public names, as a user does, and get the sources behind them. */
const alias = Object.entries(entryPoints).map(([name, file]) => ({
  find: new RegExp(`^accounting-simulator${name === 'index' ? '' : `/${name}`}$`),
  replacement: fileURLToPath(new URL(file, import.meta.url)),
}))

/** `npm run prove`: everything that `npm test` samples, without hurry, and nothing twice at one commit. */
const thorough = {
  testTimeout: 3_600_000,
  exclude: [...configDefaults.exclude, ...(process.env.PROVE ? provenSuites() : [])],
  reporters: ['default', new ProofReporter()],
  passWithNoTests: true,
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 30_000,
    ...(process.env.PROVE && thorough),
  },
})
