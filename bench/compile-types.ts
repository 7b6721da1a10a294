/**
 * Measures the cost of forty-five record types: the type checker's time, the size of the declarations, and
 * the start-up time with none, three and all of them in use. Prints figures and asserts nothing. Run it with
 * `npx tsx bench/compile-types.ts`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const TYPES = 45
const USED = [0, 3, TYPES] as const
const REPEATS = 5

const bin = (path: string): string => join(PROJECT, 'node_modules', path)
const TSC = bin('typescript/bin/tsc')
const TSX = bin('tsx/dist/cli.mjs')

/** As large as an invoice, with every behaviour that an invoice has. */
const typeSource = (index: number): string => `
import { record } from '${PROJECT}src/engine/schema/define'
import * as g from '${PROJECT}src/engine/schema/field-groups'
import * as l from '${PROJECT}src/engine/schema/line-fields'
import * as f from '${PROJECT}src/engine/schema/fields'
import { anyOf, dateFilters, statusFilter } from '${PROJECT}src/engine/schema/filters'
import { credit, debit, itemAccount, system } from '${PROJECT}src/engine/schema/posting'

export const synthetic${index} = record({
  name: 'synthetic${index}',
  model: 'Synthetic${index}',
  path: 'synthetic-${index}',
  identifier: 'number',
  basis: 'assumed',
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...g.identity(), ...g.actors(), ...g.approval(), ...g.company(f.maybe(f.reference('companies'))),
    customer_id: f.maybe(f.reference('customers')), customer_name: f.nameOf('customer_id'),
    ...g.defaultedCurrency(), amount: f.readOnly(f.amount(), '0.00'), memo: f.maybe(f.text()),
    ...g.dates(), ...g.addresses(), ...g.recordStatus(), ...g.attachments(), ...g.customFields(),
    ...g.headerClassifications('items'),
    own_member_${index}: f.optional(f.text(), ''), own_choice: f.optional(f.choice('a${index}', 'b'), 'b'),
    items: f.optional(
      f.nullable(f.lines({ ...l.itemLine(), ...l.lineAmounts(), own_line_${index}: f.maybe(f.date()) })),
      [],
    ),
  },
  document: { counterparty: 'customer_id' },
  priced: { lines: ['items'], side: 'sale' },
  posts: [
    debit(system('Accounts Receivable'), 'amount'),
    credit(itemAccount('sale'), 'net_amount', { each: 'items' }),
    credit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: { company_id: anyOf('company_id'), number: anyOf('number'), ...dateFilters, ...statusFilter },
  orderings: ['number', 'date', 'amount'],
  search: ['number', 'memo'],
})
`

/** A consumer's file for the type checker: request bodies and records. */
const useSource = (used: number): string => `
import type { Definition, RecordInput, RecordOutput } from '${PROJECT}src/engine/schema/define'
import type * as catalogue from './catalogue'
type All = typeof catalogue
export type Records = { readonly [N in keyof All]: { create(body: RecordInput<All[N]>): RecordOutput<All[N]> } }
export declare const records: Records
export const none: readonly Definition[] = []
${numbers(used)
  .map(
    (i) => `export const made${i} = records.synthetic${i}.create({
  date: '2026-01-15',
  own_member_${i}: '',
  items: [{ item_id: 1, quantity: 1, rate: '2' }],
})
export const amount${i}: string = made${i}.amount`,
  )
  .join('\n')}
`

const startSource = (used: number): string => `
import { performance } from 'node:perf_hooks'
import { compose } from '${PROJECT}src/create-simulator'
import * as preset from '${PROJECT}src/resources/catalogue'
import * as catalogue from './catalogue'
const start = performance.now()
const simulator = compose([...Object.values(preset), ...Object.values(catalogue)] as never)
const made = performance.now()
const records = simulator.records as unknown as Record<string, { create(body: object): unknown }>
for (let i = 0; i < ${used}; i += 1)
  records['synthetic' + i]?.create({
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    items: [{ item_id: 1, quantity: 1, rate: 1 }],
  })
console.log(JSON.stringify({ made: made - start, used: performance.now() - made }))
`

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function write(folder: string): void {
  for (const index of numbers(TYPES)) writeFileSync(join(folder, `synthetic-${index}.ts`), typeSource(index))
  const lines = numbers(TYPES).map((i) => `export { synthetic${i} } from './synthetic-${i}'`)
  writeFileSync(join(folder, 'catalogue.ts'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'empty.ts'), `export {}\n`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const used of USED) {
    writeFileSync(join(folder, `use-${used}.ts`), useSource(used))
    writeFileSync(join(folder, `start-${used}.ts`), startSource(used))
    writeFileSync(
      join(folder, `tsconfig-${used}.json`),
      JSON.stringify({
        extends: `${PROJECT}tsconfig.json`,
        compilerOptions: {
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          allowImportingTsExtensions: false,
          outDir: `out-${used}`,
          rootDir: '/',
          typeRoots: [bin('@types')],
        },
        include: [`use-${used}.ts`],
      }),
    )
  }
}

function check(folder: string, used: number) {
  const args = [TSC, '-p', join(folder, `tsconfig-${used}.json`), '--extendedDiagnostics']
  const report = execFileSync(process.execPath, args, { encoding: 'utf8' })
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(report)?.[1])
  return {
    used,
    'tsc, s': figure('Total time'),
    'checking, s': figure('Check time'),
    types: figure('Types'),
    'declarations of the types, kB': Math.round(declarationBytes(join(folder, `out-${used}`)) / 1024),
  }
}

/** The synthetic types only; those of the product do not vary. */
function declarationBytes(out: string): number {
  const paths = readdirSync(out, { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => /(synthetic-\d+|use-\d+)\.d\.ts$/.test(path))
    .reduce((sum, path) => sum + statSync(join(out, path)).size, 0)
}

function start(folder: string, used: number) {
  const runs = numbers(REPEATS).map(() => {
    const text = execFileSync(process.execPath, [TSX, join(folder, `start-${used}.ts`)], { encoding: 'utf8' })
    return JSON.parse(text) as { made: number; used: number }
  })
  const median = (of: (run: { made: number; used: number }) => number): number => {
    const sorted = runs.map(of).sort((a, b) => a - b)
    return Math.round((sorted[Math.floor(REPEATS / 2)] ?? 0) * 10) / 10
  }
  return {
    used,
    'a simulator, ms': median((run) => run.made),
    'first record of each used, ms': median((run) => run.used),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'compile-types-'))
try {
  mkdirSync(folder, { recursive: true })
  write(folder)
  console.log(`${TYPES} synthetic record types beside the catalogue; median of ${REPEATS} cold starts`)
  console.table(USED.map((used) => check(folder, used)))
  console.table(USED.map((used) => start(folder, used)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
