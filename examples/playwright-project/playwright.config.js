import { defineConfig } from '@playwright/test'

export default defineConfig({ fullyParallel: true, workers: 2, reporter: 'list' })
