import type { EntriesQuery } from '../../engine/ledger/entries'
import type { TimelineEntry } from '../../events/timeline/timeline-entry'
import { internalsOf } from '../../simulator/internals-of'
import { ask, type Control, type ControlCall, get, PlainText, queryNumber, remove } from './control'

const NUMBERS = ['company', 'account', 'company_id', 'account_number']
const DATES = ['from', 'to', 'start_date', 'end_date']

/** Controls that read results: traffic, books, scenarios and others. */
export const LOOK_CONTROLS: readonly Control[] = [
  ask(
    '/traffic',
    'requests and responses with why: all, the ?last= of them, or those ?since= a sequence number, of which ' +
      'the first ?limit=; as a timeline where text/plain is accepted',
    ['last', 'since', 'limit'],
    ({ simulator: { traffic }, query, accepts }) => {
      if (accepts.includes('text/plain')) return new PlainText(`${String(traffic)}\n`)
      return part(traffic.since(queryNumber(query, 'since') ?? 0), query)
    },
  ),
  ask(
    '/timeline',
    'everything that happened, in order: all, or what matches ?filter= and came ?since= a sequence number, of ' +
      'which the first ?limit= or the ?last=; as text where text/plain is accepted, as a page with ?format=html',
    ['filter', 'since', 'limit', 'last'],
    ({ session, simulator, query, accepts }) => {
      const told = (entries: readonly TimelineEntry[]): object[] =>
        Array.from(part(entries, query), (entry) => {
          const snapshot = session.restored.get(entry.sequence)
          return snapshot === undefined ? entry : { ...entry, snapshot }
        })
      const filter = query.get('filter')
      const since = queryNumber(query, 'since') ?? 0
      const isText = query.get('format') === 'html' || accepts.includes('text/plain')
      if (filter === null && !isText) return told(internalsOf(simulator).recorder.since(since))
      const timeline = filter === null ? simulator.timeline : simulator.timeline.filter(filter)
      if (query.get('format') === 'html') return new PlainText(timeline.toHtml(), 'text/html')
      if (accepts.includes('text/plain')) return new PlainText(`${String(timeline)}\n`)
      return told(timeline.since(since))
    },
  ),
  get(
    '/timeline/forgotten',
    'how many entries the timeline has lost: beyond the bounds of the option traffic, or deleted',
    ({ simulator }) => internalsOf(simulator).recorder.forgotten,
  ),
  get('/traffic/operations', 'how often each operation was called', ({ simulator }) =>
    simulator.traffic.operations(),
  ),
  get('/rate-limits', 'the buckets that keys have used, with their tokens now', ({ face }) =>
    face.admin.rateLimits.buckets(),
  ),
  remove('/traffic', 'deletes the traffic so far', ({ simulator }) => simulator.traffic.clear()),
  ask(
    '/books/trial-balance',
    'debits, credits and balance by account, of ?company_id= or all',
    ['company_id'],
    ({ face, query }) => face.books.trialBalance(queryNumber(query, 'company_id')),
  ),
  ask(
    '/books/entries',
    'ledger entries of ?company=, account, from, to and record=invoices/7, or of the same by ?company_id=, ' +
      'account_number, start_date, end_date, type and number',
    [...NUMBERS, ...DATES, 'record', 'type', 'number'],
    (call) => call.face.books.entries(entriesQuery(call)),
  ),
  get('/books/check', 'the invariants that do not hold', ({ face }) => face.books.check()),
  get('/books/journal', 'the books as text for hledger', ({ face }) => new PlainText(face.books.toJournal())),
]

/** The last `?last=` entries, and the first `?limit=` of these. */
function part<T>(entries: readonly T[], query: URLSearchParams): readonly T[] {
  const last = queryNumber(query, 'last') ?? entries.length
  return entries.slice(Math.max(0, entries.length - last)).slice(0, queryNumber(query, 'limit'))
}

function entriesQuery({ query }: ControlCall): EntriesQuery {
  const [type, number] = [query.get('type') ?? undefined, queryNumber(query, 'number')]
  const given = {
    ...Object.fromEntries(NUMBERS.map((name) => [name, queryNumber(query, name)])),
    ...Object.fromEntries(DATES.map((name) => [name, query.get(name) ?? undefined])),
    record: query.get('record') ?? { type, number },
  }
  return given as EntriesQuery
}
