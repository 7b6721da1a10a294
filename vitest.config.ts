import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { entryPoints } from './tsup.config.ts'

/** Tests import the public names, as a user does, and get the sources behind them. */
const alias = Object.entries(entryPoints).map(([name, file]) => ({
  find: new RegExp(`^accounting-simulator${name === 'index' ? '' : `/${name}`}$`),
  replacement: fileURLToPath(new URL(file, import.meta.url)),
}))

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 30_000,
  },
})
