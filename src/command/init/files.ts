import type { Project, Runner } from './project'

interface Words {
  readonly imports: readonly (readonly [names: string, from: string])[]
  readonly equal: (value: string, expected: string) => string
  /** After the function of a test that takes long. */
  readonly patience: string
}

const expected = (value: string, text: string): string => `expect(${value}).toEqual(${text})`

const WORDS: Readonly<Record<Runner, Words>> = {
  vitest: { imports: [['{ expect, test }', 'vitest']], equal: expected, patience: ', 60_000' },
  jest: { imports: [], equal: expected, patience: ', 60_000' },
  playwright: { imports: [['{ expect, test }', '@playwright/test']], equal: expected, patience: '' },
  node: {
    imports: [
      ['assert', 'node:assert/strict'],
      ['{ test }', 'node:test'],
    ],
    equal: (value, text) => `assert.deepEqual(${value}, ${text})`,
    patience: '',
  },
}

function importsOf({ isCommon }: Project, rows: Words['imports']): string[] {
  const sorted = [...rows].sort(
    ([, a], [, b]) => Number(b.startsWith('node:')) - Number(a.startsWith('node:')),
  )
  return sorted.map(([names, from]) =>
    isCommon ? `const ${names} = require('${from}')` : `import ${names} from '${from}'`,
  )
}

const SIMULATOR = ['{ createSimulator }', 'accounting-simulator'] as const

/** A test that runs: one request, and what the books say then. */
export function firstTest(project: Project): string {
  const { imports, equal } = WORDS[project.runner]
  return `${importsOf(project, [SIMULATOR, ...imports]).join('\n')}

test('an invoice is created and stands in the books', async () => {
  const simulator = createSimulator()
  // Your client sends this: let it use simulator.baseUrl, simulator.apiKey and simulator.fetch.
  const response = await simulator.fetch('/public/v1/invoices/', {
    method: 'POST',
    headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': 'R-1' },
    body: JSON.stringify({
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      reference_number: 'R-1',
      items: [{ item_id: 1, quantity: '2', rate: '10.50' }],
    }),
  })
  ${equal('response.status', '200')}
  ${equal('simulator.records.invoices.get(1).amount_due', "'21.00'")}
  ${equal('simulator.books.check()', '[]')}
})
`
}

/** An exploration of a function that survives, and where that of the project belongs. */
export function firstExploration(project: Project): string {
  const { runner, isTyped, found } = project
  const { imports, patience } = WORDS[runner]
  const explore = ['{ allOf, explore, noDuplicates, nothingLost }', 'accounting-simulator/explore'] as const
  const mine = found ? `${found.name} of ${found.file}` : 'your own function'
  const type = isTyped ? ": Pick<Stage, 'baseUrl' | 'apiKey' | 'fetch' | 'sleep'>" : ''
  const testOnly = imports
    .filter(([names]) => names !== 'assert')
    .map(([, from]) => ['{ test }', from] as const)
  const count = isTyped ? '((await known.json()) as { count: number }).count' : '(await known.json()).count'
  const stage = isTyped ? "import type { Stage } from 'accounting-simulator/explore'\n" : ''
  return `${importsOf(project, [SIMULATOR, explore, ...testOnly]).join('\n')}
${stage}
// Put ${mine} in the place of pushInvoice: it gets the address, the key, fetch and sleep from the exploration.
async function pushInvoice(reference${isTyped ? ': string' : ''}, { baseUrl, apiKey, fetch, sleep }${type}) {
  const url = \`\${baseUrl}/public/v1/invoices/\`
  const body = JSON.stringify({
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    reference_number: reference,
    items: [{ item_id: 1, quantity: '2', rate: '10.50' }],
  })
  for (let tries = 1; ; tries += 1)
    try {
      const headers = { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json', 'Idempotency-Key': reference }
      // A write whose response was lost may have been carried out.
      const known = await fetch(\`\${url}?search=\${reference}\`, { headers })
      if (!known.ok) throw new Error(\`answered \${known.status}\`)
      if (${count} > 0) return
      const made = await fetch(url, { method: 'POST', headers, body })
      if (!made.ok) throw new Error(\`answered \${made.status}\`)
      return
    } catch (error) {
      if (tries === 8) throw error
      await sleep(2 ** tries * 1000)
    }
}

test('pushInvoice survives production', async () => {
  const report = await explore({
    world: createSimulator(),
    start: (stage) => ({ run: () => pushInvoice('R-1', stage) }),
    check: allOf(
      noDuplicates('invoices', 'reference_number'),
      nothingLost('invoices', 'reference_number', ['R-1']),
    ),
    budget: { runs: 50 },
  })
  // The report is the smallest story that breaks it.
  if (!report.survived) throw new Error(String(report))
}${patience})
`
}
