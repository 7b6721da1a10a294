import { OptionError } from '../../errors/option-error'
import { countText } from '../../kernel/count-text'
import * as mcp from './tool'

const PAGE = 20
/** The allowed arguments for each value of `show`. */
const OF_BOOKS: Readonly<Record<'balance' | 'entries' | 'check' | 'journal', readonly string[]>> = {
  balance: ['company_id'],
  entries: ['company_id', 'query', 'limit'],
  check: [],
  journal: [],
}

export const records = mcp.tool({
  name: 'records',
  title: 'Read and arrange records',
  description:
    'Records by the rules of the service, without rate limits. Without arguments: the record types. With type: a ' +
    'page. With type and id: one record.',
  takes: {
    type: mcp.words('such as invoices or customerPayments'),
    id: mcp.count('one record'),
    query: mcp.anyMembers('parameters of the list operation, such as { "customer_id": 1, "limit": 5 }'),
    create: mcp.anyMembers('makes a record with this body'),
    make: mcp.anyMembers('makes up a record of the type, with these members and whatever it needs'),
    update: mcp.anyMembers('changes the record with this id'),
    remove: mcp.yes('removes or archives the record with this id'),
    ledger: mcp.yes('the ledger entries of the record with this id'),
    members: mcp.yes('the members of the type, with their kinds'),
    full: mcp.yes('with empty members and with who wrote it when'),
  },
  gives: {
    types: mcp.givenTexts('the names of the record types'),
    members: mcp.givenList('the members of the type'),
    items: mcp.givenList('records'),
    count: mcp.givenNumber('how many there are'),
    record: mcp.givenObject('one record'),
    entries: mcp.givenList('ledger entries'),
  },
  async run({ type, id, query: asked, create, make, update, remove, ledger, members, full }, { control }) {
    const shown = full === true ? (value: unknown) => value : mcp.brief
    mcp.onlyOne({ query: asked, create, make, update, remove, ledger, members })
    const isAsked =
      [id, asked, create, make, update].some((one) => one !== undefined) || remove || ledger || members
    if (type === undefined && isAsked) throw new OptionError('type', 'type must say which records are meant')
    if (id !== undefined && (create ?? make ?? asked ?? (members || undefined)) !== undefined)
      throw new OptionError('id', 'id goes with update, remove and ledger only')
    if (type === undefined) {
      const types = await control<string[]>('GET /records')
      return { summary: `${types.length} record types.`, next: 'Give type.', data: { types } }
    }
    const all = `/records/${mcp.segment(type)}`
    if (members === true) {
      await control(`GET ${all}?limit=1`)
      const types = await control<{ name: string; columns: unknown[] }[]>('GET /record-types')
      const columns = types.find(({ name }) => name === type)?.columns ?? []
      return {
        summary: `${countText(columns.length, 'member')}.`,
        next: 'operations with operation has what a POST takes.',
        data: { members: columns },
      }
    }
    if (create !== undefined)
      return { summary: 'It was created.', data: { record: shown(await control(`POST ${all}`, create)) } }
    if (make !== undefined) {
      const body = { count: 1, given: make }
      const made = await control<{ items: unknown[] }>(`POST /make/${mcp.segment(type)}`, body)
      return { summary: 'It was made up, with what it needs.', data: { record: shown(made.items[0]) } }
    }
    const isAboutOne = update !== undefined || remove === true || ledger === true
    if (id === undefined && isAboutOne) throw new OptionError('id', 'id must say which record is meant')
    const path = `${all}/${id}`
    if (update !== undefined)
      return { summary: 'It was changed.', data: { record: shown(await control(`PUT ${path}`, update)) } }
    if (remove === true)
      return { summary: 'It was removed.', data: { record: await control(`DELETE ${path}`) } }
    if (ledger === true) {
      const entries = await control<unknown[]>(`GET ${path}/ledger`)
      return { summary: `${countText(entries.length, 'ledger entry', 'ledger entries')}.`, data: { entries } }
    }
    if (id !== undefined)
      return {
        summary: 'One record.',
        next: 'ledger has what it posted.',
        data: { record: shown(await control(`GET ${path}`)) },
      }
    const page = await control<{ items: unknown[]; count: number }>(
      `GET ${all}${mcp.query({ limit: PAGE, ...asked })}`,
    )
    return {
      summary: `${page.items.length} of ${page.count} records.`,
      data: { count: page.count, items: shown(page.items) },
    }
  },
})

export const books = mcp.tool({
  name: 'books',
  title: 'Read the books',
  description: 'The double-entry books: balances, ledger entries, and whether everything holds.',
  isReadOnly: true,
  takes: {
    show: mcp.choiceArgument(['balance', 'entries', 'check', 'journal'])('balance unless given'),
    company_id: mcp.count('of this company only'),
    query: mcp.anyMembers('for entries: account_number, start_date, end_date, type, number'),
    limit: mcp.count(`how many entries, ${PAGE} unless given`),
  },
  gives: {
    accounts: mcp.givenList('debits, credits and balance of each account that has any'),
    entries: mcp.givenList('ledger entries'),
    broken: mcp.givenList('the invariants that do not hold'),
    journal: mcp.givenText('the books as text for hledger'),
  },
  async run({ show = 'balance', ...given }, { control }) {
    const { company_id, query: asked, limit = PAGE } = given
    const others = Object.entries(given).filter(([name]) => !OF_BOOKS[show].includes(name))
    mcp.noneOf(Object.fromEntries(others), `does not go with show ${show}`)
    if (show === 'check') {
      const broken = await control<unknown[]>('GET /books/check')
      return {
        summary: broken.length === 0 ? 'The books hold.' : `${broken.length} invariants do not hold.`,
        data: { broken },
      }
    }
    if (show === 'entries') {
      const entries = await control<unknown[]>(`GET /books/entries${mcp.query({ company_id, ...asked })}`)
      return {
        summary: `The last ${Math.min(limit, entries.length)} of ${entries.length} ledger entries.`,
        data: { entries: entries.slice(Math.max(entries.length - limit, 0)) },
      }
    }
    if (show === 'journal')
      return {
        summary: 'The books as text for hledger.',
        data: { journal: await control('GET /books/journal') },
      }
    const all = await control<{ debits: string; credits: string }[]>(
      `GET /books/trial-balance${mcp.query({ company_id })}`,
    )
    const moved = all.filter(({ debits, credits }) => Number(debits) !== 0 || Number(credits) !== 0)
    return {
      summary: `${countText(moved.length, 'account')} with debits or credits.`,
      next: 'show entries has what made them.',
      data: { accounts: moved },
    }
  },
})

interface SnapshotJson {
  readonly id: string
  readonly name: string
  readonly at: string
}

export const snapshots = mcp.tool({
  name: 'snapshots',
  title: 'Keep and restore the world',
  description:
    'A snapshot has everything: records, books, clock, limits, faults. Take one before you try something. Without ' +
    'arguments: the snapshots.',
  takes: {
    take: mcp.words('takes a snapshot under this name'),
    restore: mcp.words('restores the snapshot with this id or name; later ones are kept'),
    remove: mcp.words('removes the snapshot with this id or name'),
    reset: mcp.yes('returns to the initial state'),
    age: mcp.anyMembers(
      'gives the world a past that ends now, such as { "invoices": 100, "upTo": "1 year" }',
    ),
  },
  gives: { snapshot: mcp.givenObject('the snapshot'), snapshots: mcp.givenList('all snapshots') },
  async run({ take, restore, remove, reset, age }, { control }) {
    mcp.onlyOne({ take, restore, remove, reset, age })
    if (take !== undefined) {
      const { id, name, at } = await control<SnapshotJson>('POST /snapshots', { name: take })
      return {
        summary: `Snapshot ${id} was taken.`,
        next: `snapshots with restore "${id}" returns to it.`,
        data: { snapshot: { id, name, at } },
      }
    }
    if (reset === true) {
      await control('POST /reset')
      return { summary: 'The world is as it was at the start. The timeline is empty.' }
    }
    if (age !== undefined) {
      await control('POST /age', age)
      return { summary: 'The world has a past. The timeline is empty.' }
    }
    const all = await control<SnapshotJson[]>('GET /snapshots')
    const meant = restore ?? remove
    if (meant === undefined)
      return { summary: `${countText(all.length, 'snapshot')}.`, data: { snapshots: all } }
    const snapshot = all.find(({ id }) => id === meant) ?? all.filter(({ name }) => name === meant).at(-1)
    if (!snapshot)
      throw new OptionError(
        restore === undefined ? 'remove' : 'restore',
        `there is no snapshot ${meant}; snapshots without arguments lists them, and take takes one`,
      )
    await control(
      remove === undefined ? `POST /snapshots/${snapshot.id}/restore` : `DELETE /snapshots/${snapshot.id}`,
    )
    return {
      summary: `Snapshot ${snapshot.id} was ${remove === undefined ? 'restored' : 'removed'}.`,
      data: { snapshot },
    }
  },
})
