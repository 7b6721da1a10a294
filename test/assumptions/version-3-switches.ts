import { invoice, type Stage, type SwitchStories } from './switch-story'

const LINES = '/public/v3-alpha/invoices/lines/'

const refused = async ({ send }: Stage, query: string): Promise<unknown> => {
  const { status, body } = await send('GET', `${LINES}?${query}`)
  return status === 200 ? body.count : status
}

/** Switches about version 3-alpha (docs/service.md §15). */
export const version3Switches: SwitchStories = {
  'v3-line-window': {
    tell(stage) {
      stage.simulator.records.invoices.create(invoice())
      return refused(stage, 'start_date=2020-01-01&end_date=2026-01-15')
    },
    seen: [
      ['422', 422],
      ['clamp', 1],
    ],
  },
  'v3-offset-warning': {
    tell: async ({ send }) => (await send('GET', `${LINES}?offset=5001`)).headers.has('Warning'),
    seen: [
      ['log', false],
      ['header', true],
    ],
  },
  'v3-code': {
    async tell({ simulator, send }) {
      simulator.records.invoices.create(invoice())
      const { body } = await send('GET', '/public/v3-alpha/invoices/')
      return (body.items as { code: string }[])[0]?.code.replace(/\d+$/, '')
    },
    seen: [
      ['IN-', 'IN-'],
      ['R', 'R'],
    ],
  },
}
