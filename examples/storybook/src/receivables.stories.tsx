import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Simulator } from 'accounting-simulator'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Receivables } from './receivables'
import { call } from './service'

const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  term_id: 1,
  items: [{ item_id: 1, quantity: 4, rate: '250.00' }],
}

const bill = ({ records }: Simulator) => records.invoices.create({ ...INVOICE, due_date: '2026-02-14' })

const meta: Meta<typeof Receivables> = {
  component: Receivables,
  args: { today: '2026-01-15' },
}
export default meta

type Story = StoryObj<typeof Receivables>

export const NothingYet: Story = {
  async play({ canvasElement }) {
    await within(canvasElement).findByText('There are no invoices.')
  },
}

export const OverdueInvoices: Story = {
  args: { today: '2026-04-01' },
  parameters: {
    accountingSimulator: {
      async arrange(simulator) {
        bill(simulator)
        await simulator.clock.advanceTo('2026-04-01T09:00:00Z')
      },
    },
  },
  async play({ canvasElement }) {
    await within(canvasElement).findByText('Overdue')
  },
}

export const StormInProgress: Story = {
  parameters: {
    accountingSimulator: {
      arrange: bill,
      faults: { on: 'GET /public/v1/invoices/', times: 1, then: { status: 429, retryAfter: 30 } },
    },
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await canvas.findByText('Too many requests. Try again in 30 s.')
    await userEvent.click(canvas.getByRole('button', { name: 'Refresh' }))
    await canvas.findByText('Acorn Stores')
    await waitFor(() => expect(canvas.queryByRole('alert')).toBeNull())
  },
}

export const WebhookDisabled: Story = {
  parameters: {
    accountingSimulator: {
      async arrange(simulator) {
        const headers = { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' }
        const body = JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] })
        await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body })
        // Nobody receives: after five days of failures the service gives up.
        for (let day = 0; day < 7; day++) {
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

export const ApprovalWaiting: Story = {
  parameters: {
    accountingSimulator: {
      arrange(simulator) {
        simulator.records.approvalPolicies.create({
          record_type: 'invoice',
          name: 'Large invoices',
          steps: [{ approver_ids: [7] }],
        })
        bill(simulator)
      },
    },
  },
  async play({ canvasElement, simulator }) {
    await within(canvasElement).findByText('Waits for approval')
    await expect(simulator.records.invoices.count()).toBe(1)
  },
}

/** The client gave up, and the invoice is there. */
export const LostResponse: Story = {
  parameters: {
    accountingSimulator: { faults: { on: 'POST /public/v1/invoices/', then: { loseResponse: true } } },
  },
  async play({ canvasElement, simulator }) {
    await within(canvasElement).findByText('There are no invoices.')
    await expect(call('POST', 'v1/invoices', INVOICE)).rejects.toThrow('Failed to fetch')
    await expect(simulator.records.invoices.count()).toBe(1)
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Refresh' }))
    await within(canvasElement).findByText('Acorn Stores')
  },
}

/** The control `today` moves the clock of the service, too, since arrange reads it. */
export const DueByToday: Story = {
  args: { today: '2026-04-15' },
  parameters: {
    accountingSimulator: {
      async arrange(simulator: Simulator, { today }: { today: string }) {
        bill(simulator)
        await simulator.clock.advanceTo(`${today}T09:00:00Z`)
      },
    },
  },
  async play({ args, canvasElement, simulator }) {
    await within(canvasElement).findByText(args.today > '2026-02-14' ? 'Overdue' : 'Open')
    await expect(simulator.clock.now.slice(0, 10)).toBe(args.today)
  },
}

/** Writes, so that a leak into another story would show there. */
export const Writes: Story = {
  async play({ canvasElement }) {
    await within(canvasElement).findByText('There are no invoices.')
    await call('POST', 'v1/invoices', INVOICE)
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Refresh' }))
    await within(canvasElement).findByText('Acorn Stores')
  },
}
