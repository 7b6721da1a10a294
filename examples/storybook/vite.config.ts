import { existsSync } from 'node:fs'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path))
if (!executablePath && process.env.VITEST)
  throw new Error('There is no /usr/bin/chromium. Install it, or set CHROMIUM to its path.')

export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook' })],
  test: {
    name: 'storybook',
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
