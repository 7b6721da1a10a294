import type { EntriesQuery } from '../../engine/ledger/entries'
import { OptionError } from '../../errors/option-error'
import { type Control, type ControlCall, PlainText } from './control'

/** Controls that read results: traffic, books, scenarios and others. */
export const LOOK_CONTROLS: readonly Control[] = [
  {
    method: 'GET',
    path: '/traffic',
    does:
      'requests and responses with why: all, the ?last= of them, or those ?since= a sequence number, of which ' +
      'the first ?limit=; as a timeline where text/plain is accepted',
    run({ simulator: { traffic }, query, accepts }) {
      if (accepts.includes('text/plain')) return new PlainText(`${String(traffic)}\n`)
      const entries = traffic.since(numberIn(query, 'since') ?? 0)
      const last = numberIn(query, 'last') ?? entries.length
      return entries.slice(Math.max(0, entries.length - last)).slice(0, numberIn(query, 'limit'))
    },
  },
  {
    method: 'GET',
    path: '/timeline',
    does:
      'everything that happened, in order: all, or what matches ?filter= and came ?since= a sequence number, of ' +
      'which the first ?limit=; as text where text/plain is accepted, as a page with ?format=html',
    run({ simulator, query, accepts }) {
      const filter = query.get('filter')
      const timeline = filter === null ? simulator.timeline : simulator.timeline.filter(filter)
      if (query.get('format') === 'html') return new PlainText(timeline.toHtml(), 'text/html')
      if (accepts.includes('text/plain')) return new PlainText(`${String(timeline)}\n`)
      return timeline.since(numberIn(query, 'since') ?? 0).slice(0, numberIn(query, 'limit'))
    },
  },
  {
    method: 'GET',
    path: '/traffic/operations',
    does: 'how often each operation was called',
    run: ({ simulator }) => simulator.traffic.operations(),
  },
  {
    method: 'GET',
    path: '/rate-limits',
    does: 'the buckets that keys have used, with their tokens now',
    run: ({ face }) => face.admin.rateLimits.buckets(),
  },
  {
    method: 'DELETE',
    path: '/traffic',
    does: 'deletes the traffic so far',
    run: ({ simulator }) => simulator.traffic.clear(),
  },
  {
    method: 'GET',
    path: '/books/trial-balance',
    does: 'debits, credits and balance by account, of ?company_id= or all',
    run: ({ face, query }) => face.books.trialBalance(numberIn(query, 'company_id')),
  },
  {
    method: 'GET',
    path: '/books/entries',
    does:
      'ledger entries of ?company=, account, from, to and record=invoices/7, or of the same by ?company_id=, ' +
      'account_number, start_date, end_date, type and number',
    run: (call) => call.face.books.entries(entriesQuery(call)),
  },
  {
    method: 'GET',
    path: '/books/check',
    does: 'the invariants that do not hold',
    run: ({ face }) => face.books.check(),
  },
  {
    method: 'GET',
    path: '/books/journal',
    does: 'the books as text for hledger',
    run: ({ face }) => new PlainText(face.books.toJournal()),
  },
]

const NUMBERS = ['company', 'account', 'company_id', 'account_number']
const DATES = ['from', 'to', 'start_date', 'end_date']

function entriesQuery({ query }: ControlCall): EntriesQuery {
  const [type, id] = (query.get('record') ?? '').split('/')
  const given = {
    ...Object.fromEntries(NUMBERS.map((name) => [name, numberIn(query, name)])),
    ...Object.fromEntries(DATES.map((name) => [name, query.get(name) ?? undefined])),
    record: {
      type: type || (query.get('type') ?? undefined),
      id: id === undefined ? numberIn(query, 'number') : Number(id),
    },
  }
  return given as EntriesQuery
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new OptionError(name, `${name} must be a whole number`)
  return Number(text)
}
