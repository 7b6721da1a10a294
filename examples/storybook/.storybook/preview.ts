import type { Preview } from '@storybook/react-vite'
import type {} from 'accounting-simulator/storybook'
import { configure } from 'storybook/test'

// A docs page plays all its stories at once, and a slow machine needs more than a second for that.
configure({ asyncUtilTimeout: 10_000 })

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    // A violation of an accessibility rule fails the story's test.
    a11y: { test: 'error' },
  },
  /** The story's simulator on the console of the frame, and for leaks.test.js. */
  beforeEach(context) {
    Object.assign(globalThis, { simulator: context.simulator })
  },
}

export default preview
