import { getJestConfig } from '@storybook/test-runner'
import { chromium } from './chromium.js'

const config = getJestConfig()
const { 'jest-playwright': playwright, ...others } = config.testEnvironmentOptions

export default {
  ...config,
  testEnvironmentOptions: {
    ...others,
    'jest-playwright': {
      ...playwright,
      launchOptions: { executablePath: chromium(), args: ['--no-sandbox'] },
    },
  },
}
