import type { Stage, SwitchStories } from './switch-story'

/** A contract over 100.00, by month in the middle of months. */
const contract = ({ simulator }: Stage) =>
  simulator.records.contracts.create({
    company_id: 1,
    customer_id: 1,
    start_date: '2026-01-16',
    end_date: '2026-03-15',
    status: 'active',
    obligations: [{ item_id: 1, quantity: '1', rate: '100.00', position: 1 }],
  })

/** Switches about when contracts recognise and bill (docs/service.md §13). */
export const recognitionSwitches: SwitchStories = {
  'recognition-periods': {
    tell: (stage) => contract(stage).revenue_recognitions.map(({ date, amount }) => `${date} ${amount}`),
    seen: [
      ['calendar', ['2026-01-31 25.81', '2026-02-28 50.00', '2026-03-15 24.19']],
      ['anniversary', ['2026-02-15 50.00', '2026-03-15 50.00']],
    ],
  },
  'schedule-remainder': {
    tell({ simulator }) {
      const { revenue_recognitions } = simulator.records.contracts.create({
        company_id: 1,
        customer_id: 1,
        start_date: '2026-01-01',
        end_date: '2026-07-31',
        status: 'active',
        obligations: [{ item_id: 1, quantity: '1', rate: '100.00', position: 1 }],
      })
      return revenue_recognitions.map(({ amount }) => amount)
    },
    seen: [
      ['last', ['14.29', '14.29', '14.29', '14.29', '14.29', '14.29', '14.26']],
      ['cumulative', ['14.29', '14.28', '14.29', '14.28', '14.29', '14.28', '14.29']],
    ],
  },
  'billing-periods': {
    async tell(stage) {
      const { id } = contract(stage)
      await stage.simulator.clock.advance('3 months')
      return stage.simulator.records.contracts.get(id).invoices.map(({ date, amount }) => `${date} ${amount}`)
    },
    seen: [
      ['in-advance', ['2026-01-16 50.00', '2026-02-16 50.00']],
      ['in-arrears', ['2026-02-15 50.00', '2026-03-15 50.00']],
    ],
  },
}
