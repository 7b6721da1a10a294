import type { Simulator } from '../../../index'
import type { End } from '../experiment'
import { quoted } from '../plan/literal'
import { manyOf, nounOf } from '../report/nouns'
import { creationName, totalOfMade } from './creations'
import { type Creation, evidenceOf } from './evidence'

interface Part {
  /** The parts that held in two calm runs are equal. */
  readonly code: string
}

/** The facts that a calm run of a command shows: each record that it created is there once, with its amount. */
export function partsIn(world: Simulator, simulator: Simulator): Part[] {
  const none = { reports: [], others: [], runs: [] }
  const { creations } = evidenceOf(world, { simulator, ...none } as unknown as End)
  return creations.flatMap((creation) => partOf(creation, simulator))
}

function partOf(creation: Creation, { traffic }: Simulator): Part[] {
  const { records, made } = creation
  const member = creationName(creation)
  const created = traffic.find(
    ({ reason }) => reason?.verb === 'create' && reason.rule === 'done' && reason.record?.type === records,
  )
  if (member === undefined || !created) return []
  const amount = totalOfMade(made, 'amount') === undefined ? undefined : 'amount'
  const rows = made.map((record) =>
    [record[member], ...(amount ? [record[amount]] : [])].map(quoted).join(', '),
  )
  const which = made.length === 1 ? `The ${nounOf(records)}` : `Each of the ${manyOf(records, made.length)}`
  const code = `// ${which} is there once.
await once('${new URL(created.request.url).pathname}', '${member}', [
${rows.map((row) => `  [${row}],`).join('\n')}
])`
  return [{ code }]
}

/** A module for Node that ends with 1 and prints complaints if something is wrong. */
export const checkOf = (
  parts: readonly Part[],
): string => `// Save as check.mjs, and explore with --check 'node check.mjs'.
// Held in calm runs. Keep what must hold after any misfortune.
const { ACCOUNTING_URL, ACCOUNTING_API_KEY } = process.env

async function all(path) {
  for (const records = []; ; ) {
    const response = await fetch(\`\${ACCOUNTING_URL}\${path}?limit=100&offset=\${records.length}\`, {
      headers: { 'X-API-KEY': ACCOUNTING_API_KEY },
    })
    const { items } = await response.json()
    records.push(...items)
    if (items.length < 100) return records
  }
}

async function once(path, member, expected) {
  const records = await all(path)
  for (const [value, amount] of expected) {
    const found = records.filter((record) => record[member] === value)
    if (found.length !== 1) complain(\`\${path}: \${member} \${value} is there \${found.length} times\`)
    else if (amount !== undefined && found[0].amount !== amount)
      complain(\`\${path}: \${member} \${value} has the amount \${found[0].amount}, not \${amount}\`)
  }
}

function complain(text) {
  console.log(text)
  process.exitCode = 1
}
${parts.map(({ code }) => `\n${code}\n`).join('')}`
