/** The SQL schema of sandboxes. */
type SqlValue = string | number | null

/** The SQL interface that an engine provides. */
export interface Sql {
  all(query: string, ...values: SqlValue[]): readonly Readonly<Record<string, unknown>>[]
  run(query: string, ...values: SqlValue[]): void
}

/** Numeric keys are packed as `table << 40 | key`. Long rows are split, since engines limit values. */
export const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS head (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, team TEXT NOT NULL,
    json TEXT NOT NULL, tables TEXT, due INTEGER, used INTEGER NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS head_team ON head (team, id)',
  `CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, sandbox INTEGER NOT NULL, scope TEXT NOT NULL,
    name TEXT NOT NULL)`,
  'CREATE UNIQUE INDEX IF NOT EXISTS tables_name ON tables (sandbox, scope, name)',
  'CREATE TABLE IF NOT EXISTS numbered (id INTEGER PRIMARY KEY, json TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS named (tbl INTEGER NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL,
    PRIMARY KEY (tbl, key)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS pieces (tbl INTEGER NOT NULL, key TEXT NOT NULL, part INTEGER NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY (tbl, key, part)) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS bin (number INTEGER PRIMARY KEY, at INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS usage (number INTEGER PRIMARY KEY, rows INTEGER, at INTEGER)',
  'CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID',
]

/** Finds damage that no checksum of a row shows, such as a missing table; undefined if there is none. */
export function damageOf(sql: Sql): string | undefined {
  const made = sql.all('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').map(({ sql: text }) => text)
  const missing = SCHEMA.find((statement) => !made.includes(statement.replace('IF NOT EXISTS ', '')))
  if (missing !== undefined) return 'its schema is another one'
  const isLost = ORPHANS.some((query) => sql.all(query).length > 0)
  return isLost ? 'it has rows that belong to no table' : undefined
}

/** The number of bits of a numeric key in the table `numbered`. */
export const KEY_BITS = 40
const ORPHANS = ['named', 'pieces', 'numbered'].map((table) => {
  const own = table === 'numbered' ? `id >> ${KEY_BITS}` : 'tbl'
  return `SELECT 1 FROM ${table} WHERE ${own} NOT IN (SELECT number FROM tables) LIMIT 1`
})
