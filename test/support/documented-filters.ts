import { readFileSync } from 'node:fs'

/** The parameters that docs/service.md §8.2 documents for the list of a group. */
export interface DocumentedFilters {
  /** As the table says it: `Sales orders`. */
  readonly group: string
  /** The record type: `salesOrders`. */
  readonly name: string
  /** Parameters that take several values; the documentation marks them with `[]`. */
  readonly repeated: string[]
  /** Parameters of which the last value counts. */
  readonly once: string[]
}

const WORDS: Readonly<Record<string, string>> = {
  status: 'record_status[]',
  approval: 'approval_status[]',
  currency: 'transaction_currency',
}

/** Groups whose rows describe members of a view, not a record type of the catalogue. */
const VIEWS = /^(Execution states|Approval actions|Inbox transactions|Inbox records)$/

/** Groups without the parameters that all record groups take. */
const MASTER_DATA =
  /^(Customers|Vendors|Items|Accounts|Classifications|Classification lines|Companies|Approval policies|Paper checks)$/

const camelCase = (group: string): string =>
  group.toLowerCase().replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** Reads both tables of §8.2: what is specified, and what is known. */
export function documentedFilters(): DocumentedFilters[] {
  const text = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8')
  const section = text.slice(text.indexOf('### 8.2 Filters'), text.indexOf('### 8.3'))
  const [specified = '', known = ''] = section.split('*Known.*')
  return [...rowsOf(specified, false), ...rowsOf(known, true)]
}

function rowsOf(text: string, isKnown: boolean): DocumentedFilters[] {
  return [...text.matchAll(/^\| ([A-Z][^|]*) \| (.*) \|$/gm)].flatMap(([, groups = '', cell = '']) =>
    groups === 'Group' || VIEWS.test(groups)
      ? []
      : groups.split(', ').map((group) => {
          const parameters = [...parametersIn(cell), ...impliedBy(group, cell, isKnown)]
          return {
            group,
            name: camelCase(group),
            repeated: parameters.filter((one) => one.endsWith('[]')).map((one) => one.slice(0, -2)),
            once: parameters.filter((one) => !one.endsWith('[]')),
          }
        }),
  )
}

/** Names in backticks and the three short words; what stands in brackets or after a semicolon is a note. */
function parametersIn(cell: string): string[] {
  const [list = ''] = cell.split(';')
  return list
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => WORDS[part] ?? part.replaceAll('`', ''))
}

function impliedBy(group: string, cell: string, isKnown: boolean): string[] {
  if (MASTER_DATA.test(group)) return []
  const ofAll = ['company_id[]', 'number[]'].filter((one) => !cell.includes(`no \`${one}\``))
  const ofRecords = isKnown && !cell.includes('no dates') ? ['start_date', 'end_date'] : []
  return [...ofAll, ...ofRecords].filter((one) => !cell.includes(`\`${one}\`,`))
}
