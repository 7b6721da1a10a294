import type { Preview } from '@storybook/react-vite'

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    // A violation of an accessibility rule fails the story's test.
    a11y: { test: 'error' },
  },
}

export default preview
