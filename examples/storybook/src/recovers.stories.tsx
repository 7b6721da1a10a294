import type { Meta } from '@storybook/react-vite'
import type { Simulator } from 'accounting-simulator'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { Receivables } from './receivables'
import * as states from './receivables.stories'

/** The states of the application, and the way out of each. */
const meta: Meta<typeof Receivables> = {
  title: 'Tests/Recovers',
  component: Receivables,
  tags: ['!autodocs'],
  args: { title: 'Receivables' },
}
export default meta

interface Way {
  readonly canvasElement: HTMLElement
  readonly simulator: Simulator
}

/** Does something about the state, refreshes, and finds the text. */
const recovers =
  (text: string, act: (simulator: Simulator) => unknown = () => undefined) =>
  async ({ canvasElement, simulator }: Way): Promise<void> => {
    const canvas = within(canvasElement)
    await canvas.findByText(/Too many|Waits|maintenance|lapsed|No answer/)
    await act(simulator)
    await userEvent.click(canvas.getByRole('button', { name: 'Refresh' }))
    await canvas.findByText(text)
    await waitFor(() => expect(canvas.queryByRole('alert')).toBeNull())
  }

export const RateLimited = {
  ...states.RateLimited,
  play: recovers('Acorn Stores'),
}

export const Approved = {
  ...states.ApprovalWaiting,
  args: { steps: 2 },
  play: recovers('Open', ({ admin, records }) => {
    for (const by of [7, 7]) admin.approvals.approve(records.invoices.get(1), { by })
  }),
}

export const LostResponse = {
  ...states.LostResponse,
  async play(context: Parameters<NonNullable<typeof states.LostResponse.play>>[0]) {
    await states.LostResponse.play?.(context)
    await recovers('Acorn Stores')(context)
  },
}

export const MaintenanceOver = {
  ...states.Maintenance,
  play: recovers('Acorn Stores', ({ clock }) => clock.advance({ hours: 2 })),
}

export const SubscriptionRenewed = {
  ...states.SubscriptionLapsed,
  play: recovers('There are no invoices.', ({ admin }) => admin.subscriptions.renew('invoices')),
}
