import type { Stage, SwitchStories } from './switch-story'

const obligation = (more: object = {}) => ({
  item_id: 1,
  quantity: '1',
  rate: '100.00',
  position: 1,
  recognition_strategy: 'straight_line' as const,
  ...more,
})

/** An active contract of two months over 100.00. */
const contract = ({ simulator }: Stage, more: object = {}) =>
  simulator.records.contracts.create({
    company_id: 1,
    customer_id: 1,
    start_date: '2026-01-15',
    end_date: '2026-02-28',
    status: 'active',
    obligations: [obligation()],
    ...more,
  })

const balanceOf = ({ simulator }: Stage, account: string): string | undefined =>
  simulator.books.trialBalance(1).find(({ account_name }) => account_name === account)?.balance

/** Switches about contracts and their usage (docs/service.md §13). */
export const contractSwitches: SwitchStories = {
  'contract-given-schedules': {
    tell: (stage) =>
      contract(stage, {
        revenue_recognitions: [{ date: '2026-02-10', amount: '100.00', performance_obligation_id: 1 }],
      }).revenue_recognitions.map(({ date }) => date),
    seen: [
      ['replace', ['2026-02-10']],
      ['ignore', ['2026-01-31', '2026-02-28']],
    ],
  },
  'contract-locked': {
    tell: (stage) => contract(stage).is_locked,
    seen: [
      ['first-posting', true],
      ['never', false],
    ],
  },
  'contract-terminate': {
    tell(stage) {
      const { id } = contract(stage, { start_date: '2026-01-01', end_date: '2026-01-31' })
      stage.simulator.admin.contracts.terminate(id, '2026-01-01')
      const { customerCredits } = stage.simulator.records
      return [customerCredits.list().items.map(({ amount }) => amount), balanceOf(stage, 'Deferred Revenue')]
    },
    seen: [
      ['credit', [['96.77'], '0.00']],
      ['none', [[], '-96.77']],
    ],
  },
  'ssp-allocation': {
    tell: (stage) =>
      contract(stage, {
        obligations: [
          obligation({ rate: '600.00', standalone_selling_price: '1000', recognition_strategy: 'immediate' }),
          obligation({
            rate: '600.00',
            standalone_selling_price: '500',
            recognition_strategy: 'immediate',
            position: 2,
          }),
        ],
      }).revenue_recognitions.map(({ amount }) => amount),
    seen: [
      ['on', ['800.00', '400.00']],
      ['off', ['600.00', '600.00']],
    ],
  },
  'recognition-timing': {
    tell: (stage) => contract(stage).revenue_recognitions.map(({ record_status }) => record_status),
    seen: [
      ['clock', ['draft', 'draft']],
      ['all-at-activation', ['posted', 'posted']],
    ],
  },
  'billing-invoices': {
    tell: (stage) => contract(stage).invoices.map(({ record_status }) => record_status),
    seen: [
      ['posted', ['posted']],
      ['draft', ['draft']],
    ],
  },
  'usage-update': {
    async tell(stage) {
      const { id, obligations } = contract(stage, {
        end_date: null,
        obligations: [obligation({ recognition_strategy: 'usage', rate: '2' })],
      })
      const path = `/public/v1/contracts/${id}/usage/bulk-upsert/`
      const used = { obligation_id: obligations[0]?.id, usage_date: '2026-01-15' }
      await stage.send('POST', path, { items: [{ ...used, quantity: 10 }] })
      const { status } = await stage.send('POST', path, { items: [{ ...used, id: 1, quantity: 15 }] })
      return [status, stage.simulator.records.invoices.get(1).amount]
    },
    seen: [
      ['restate', [200, '30.00']],
      ['422', [422, '20.00']],
    ],
  },
  'deposit-release-billing': {
    tell(stage) {
      const released = { recognition_strategy: 'deposit_release', obligation_conditions: {} }
      contract(stage, { end_date: '2026-01-31', obligations: [obligation(released)] })
      return [balanceOf(stage, 'Customer Deposits'), balanceOf(stage, 'Deferred Revenue')]
    },
    seen: [
      ['customer-deposits', ['-100.00', undefined]],
      ['deferred-revenue', [undefined, '-100.00']],
    ],
  },
}
