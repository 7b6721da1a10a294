import type { Meta, StoryObj } from '@storybook/react-vite'
import { within } from 'storybook/test'
import { Receivables } from './receivables'

/** Fails, so that runner.test.js sees what its error tells. */
const meta: Meta<typeof Receivables> = {
  id: 'fails',
  title: 'Tests/Fails',
  component: Receivables,
  tags: ['!autodocs', '!test', 'fails'],
  args: { title: 'Receivables' },
  parameters: {
    accountingSimulator: { faults: { on: 'GET /public/v1/invoices/', then: { status: 503 } } },
  },
}
export default meta

export const Fails: StoryObj<typeof Receivables> = {
  async play({ canvasElement }) {
    await within(canvasElement).findByText('There are no invoices.', {}, { timeout: 1_000 })
  },
}
