import { defineConfig } from '@playwright/test'

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  // A Chromium that is installed already. Without this line it is the one of `npx playwright install`.
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
  // These must fail: told.js runs them.
  testIgnore: process.env.TOLD ? [] : 'told.spec.js',
})
