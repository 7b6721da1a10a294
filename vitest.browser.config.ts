import { defineConfig } from 'vitest/config'
import { alias } from './vitest.config.ts'

/** `npm run test:browser`: what only a browser can show, in one Chromium that all files share one after the other. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/browser/**/*.test.ts'],
    // Waiting for what must appear is an expectation here, so none is required besides.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine draws late.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: 'test/support/temporary-folder.ts',
    fileParallelism: false,
    isolate: false,
  },
})
