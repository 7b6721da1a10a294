import type { Preview } from '@storybook/react-vite'
import type {} from 'accounting-simulator/storybook'
import { configure } from 'storybook/test'

// A slow machine needs more than a second for a story.
configure({ asyncUtilTimeout: 10_000 })

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    // A violation of an accessibility rule fails the story's test.
    a11y: { test: 'error' },
    // new Date() of the components is the day of the service.
    accountingSimulator: { date: 'virtual' },
  },
  /** The story's simulator on the console of the frame, and for leaks.test.js. */
  beforeEach(context) {
    Object.assign(globalThis, { simulator: context.simulator })
  },
}

export default preview
