import type { Meta, StoryObj } from '@storybook/react-vite'
import type { AccountingSimulatorParameters } from 'accounting-simulator/storybook'
import { within } from 'storybook/test'
import { Restless } from './restless'

const accountingSimulator: AccountingSimulatorParameters = {
  options: { rateLimits: false },
}

/** For leaks.test.js: no other story may get what this one asks when it is left. */
const meta: Meta<typeof Restless> = {
  id: 'restless',
  title: 'Tests/Restless',
  component: Restless,
  tags: ['!autodocs'],
  parameters: { accountingSimulator },
  args: {
    invoice: {
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      term_id: 1,
      items: [{ item_id: 1, quantity: 1, rate: '1.00' }],
    },
  },
}
export default meta

export const Bills: StoryObj<typeof Restless> = {
  name: 'Restless',
  async play({ canvasElement }) {
    await within(canvasElement).findByText(/[1-9]\d* invoices/)
  },
}
