import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Simulator } from 'accounting-simulator'
import type { ComponentProps } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import { Receivables } from './receivables'

const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  term_id: 1,
  items: [{ item_id: 1, quantity: 4, rate: '250.00' }],
}

const bill = ({ records }: Simulator) => records.invoices.create({ ...INVOICE, due_date: '2026-02-14' })

const press = (canvasElement: HTMLElement, name: string) =>
  userEvent.click(within(canvasElement).getByRole('button', { name }))

const meta: Meta<typeof Receivables> = {
  title: 'Receivables',
  component: Receivables,
  args: { title: 'Receivables' },
}
export default meta

type Props = ComponentProps<typeof Receivables>
type Story = StoryObj<typeof Receivables>
/** A story with Controls of its own, which arrange reads: a change of one begins the story anew. */
type Driven<World> = StoryObj<Props & World>

export const NothingYet: Story = {
  async play({ canvasElement }) {
    await within(canvasElement).findByText('There are no invoices.')
  },
}

export const RateLimited: Driven<{ retryAfter: number }> = {
  args: { retryAfter: 30 },
  parameters: {
    accountingSimulator: {
      arrange(simulator: Simulator, { retryAfter }: { retryAfter: number }) {
        bill(simulator)
        simulator.faults.inject({ on: 'GET /public/v1/invoices/', then: { status: 429, retryAfter } })
      },
    },
  },
  async play({ args, canvasElement }) {
    await within(canvasElement).findByText(`Too many requests. Try again in ${args.retryAfter} s.`)
  },
}

export const ApprovalWaiting: Driven<{ steps: number }> = {
  args: { steps: 1 },
  parameters: {
    accountingSimulator: {
      arrange(simulator: Simulator, { steps }: { steps: number }) {
        simulator.records.approvalPolicies.create({
          record_type: 'invoice',
          name: 'Large invoices',
          steps: Array.from({ length: steps }, () => ({ approver_ids: [7] })),
        })
        bill(simulator)
      },
    },
  },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('Waits for approval')
  },
}

export const OverdueNinetyDaysLater: Driven<{ days: number }> = {
  args: { days: 90 },
  parameters: {
    accountingSimulator: {
      async arrange(simulator: Simulator, { days }: { days: number }) {
        bill(simulator)
        await simulator.clock.advance({ days })
      },
    },
  },
  async play({ args, canvasElement, simulator }) {
    await within(canvasElement).findByText(args.days > 30 ? 'Overdue' : 'Open')
    await expect(new Date().toISOString()).toBe(simulator.clock.now)
  },
}

/** The client gave up, and the invoice is there. */
export const LostResponse: Story = {
  parameters: {
    accountingSimulator: { faults: { on: 'POST /public/v1/invoices/', then: { loseResponse: true } } },
  },
  async play({ canvasElement, simulator }) {
    await within(canvasElement).findByText('There are no invoices.')
    await press(canvasElement, 'New invoice')
    await within(canvasElement).findByText(/^No answer came/)
    await expect(simulator.records.invoices.count()).toBe(1)
  },
}

export const Maintenance: Driven<{ hours: number }> = {
  args: { hours: 2 },
  parameters: {
    accountingSimulator: {
      arrange(simulator: Simulator, { hours }: { hours: number }) {
        bill(simulator)
        simulator.admin.maintenance.start({ for: { hours } })
      },
    },
  },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('The service is down for maintenance.')
  },
}

export const SubscriptionLapsed: Story = {
  parameters: {
    accountingSimulator: {
      arrange: ({ admin }) => admin.subscriptions.lapse('invoices'),
    },
  },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('The subscription has lapsed.')
  },
}

export const KeyRevoked: Story = {
  parameters: {
    accountingSimulator: {
      arrange: ({ admin, apiKey }) => admin.keys.revoke(apiKey),
    },
  },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('The key is not valid.')
  },
}

export const WebhookDisabled: Driven<{ days: number }> = {
  args: { days: 7 },
  parameters: {
    accountingSimulator: {
      async arrange(simulator: Simulator, { days }: { days: number }) {
        const headers = { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' }
        const body = JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] })
        await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body })
        // Nobody receives: after five days of failures the service gives up.
        for (let day = 0; day < days; day += 1) {
          bill(simulator)
          await simulator.clock.advance('1 day')
        }
      },
    },
  },
  async play({ canvasElement }) {
    await within(canvasElement).findByText(/The webhook is disabled/)
  },
}

/** Writes, so that a leak into another story would show there. */
export const Writes: Story = {
  async play({ canvasElement }) {
    await within(canvasElement).findByText('There are no invoices.')
    await press(canvasElement, 'New invoice')
    await within(canvasElement).findByText('Acorn Stores')
  },
}
