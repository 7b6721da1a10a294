import type { Project } from './project'
import { ESM, type Runner, suite } from './suite'
import { unanswered, VITEST } from './vitest'

const PAGE: Runner = {
  run: (files) => ['node', 'page.js', ...files],
  tally: (passed, failed) => `${passed} passed, ${failed} failed`,
}

const BROWSER_CONFIG = `import { playwright } from '@vitest/browser-playwright'

const launchOptions = { executablePath: 'CHROMIUM', args: ['--no-sandbox'] }
export default {
  test: {
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
}
`

/** Tests that run in a page of Chromium. */
export const IN_PAGES: readonly Project[] = [
  suite({
    name: 'vitest 4, browser mode',
    by: "msw's worker",
    runner: VITEST,
    declares: 'run-test',
    framework: 'vitest',
    door: 'worker',
    greens: { green: 2 },
    browses: true,
    past: [],
    packages: ['vitest@4', '@vitest/browser-playwright@4', 'playwright-core@1', 'playwright@1', 'msw@2'],
    files: { 'vitest.config.mjs': BROWSER_CONFIG },
    before: ['msw', 'init', 'public/', '--no-save'],
  }),
  ...['esbuild@0.27', 'vite@8', 'webpack@5'].map((bundler) => {
    const name = bundler.replace(/@.*/, '')
    return suite({
      name: `a page bundled by ${name}`,
      by: '`simulator.fetch`',
      runner: PAGE,
      declares: 'run-test',
      framework: 'page',
      door: 'handed',
      greens: { green: 2 },
      browses: true,
      past: unanswered('fetch-global'),
      packages: [bundler, 'playwright-core@1'],
      files: {
        'page.js': { from: 'page', dialect: ESM },
        'bundle.js': { from: `bundlers/${name}`, dialect: ESM },
      },
    })
  }),
]
