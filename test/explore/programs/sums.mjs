// Adds up the invoices after a cursor, and keeps both in ACCOUNTING_DATA. Its argument says how.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const { ACCOUNTING_URL, ACCOUNTING_API_KEY_FILE, ACCOUNTING_DATA } = process.env
const fileOf = (name) => `${ACCOUNTING_DATA}/${name}`
const read = (name) => (existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined)
const write = (name, value) => writeFileSync(fileOf(name), JSON.stringify(value))

const WAYS = {
  'two-files': {
    load: () => ({ sum: read('sum') ?? 0, cursor: read('cursor') ?? 0 }),
    save({ sum, cursor }) {
      write('sum', sum)
      write('cursor', cursor)
    },
  },
  renamed: {
    load: () => read('state') ?? { sum: 0, cursor: 0 },
    save(state) {
      write('state.tmp', state)
      renameSync(fileOf('state.tmp'), fileOf('state'))
    },
  },
}

const { load, save } = WAYS[process.argv[2]]
const { sum, cursor } = load()
const answer = await fetch(`${ACCOUNTING_URL}/public/v1/invoices/?ordering=id&limit=100`, {
  headers: { 'X-API-KEY': readFileSync(ACCOUNTING_API_KEY_FILE, 'utf8') },
}).catch(() => undefined)
if (answer?.ok) {
  const { items } = await answer.json()
  const fresh = items.filter(({ number }) => number > cursor)
  const total = fresh.reduce((all, { amount }) => all + Number(amount), sum)
  if (fresh.length > 0) save({ sum: total, cursor: Math.max(...fresh.map(({ number }) => number)) })
}
