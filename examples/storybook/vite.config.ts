import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from './chromium.js'

const launchOptions = process.env.VITEST ? { executablePath: chromium(), args: ['--no-sandbox'] } : {}

export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook', tags: { include: [process.env.STORIES ?? 'test'] } })],
  test: {
    name: 'storybook',
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
