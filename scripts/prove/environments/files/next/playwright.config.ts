import { defineConfig } from '@playwright/test'

export default defineConfig({
  workers: 1,
  timeout: 120_000,
  reporter: 'line',
  use: {
    baseURL: 'http://127.0.0.1:43117',
    launchOptions: { executablePath: 'CHROMIUM', args: ['--no-sandbox'] },
  },
  webServer: {
    command: 'next dev -H 127.0.0.1 -p 43117',
    url: 'http://127.0.0.1:43117',
    timeout: 120_000,
  },
})
