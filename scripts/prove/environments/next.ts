import type { FileText, Project } from './project'
import { ESM } from './suite'

const of = (from: string): FileText => ({
  from,
  dialect: { ...ESM, imports: '' },
})
const played = (from: string): FileText => ({ from, dialect: ESM })

const run = (file: string, succeeds: boolean, says: readonly string[]) => ({
  command: ['playwright', 'test', file],
  env: { NEXT_TELEMETRY_DISABLED: '1' },
  succeeds,
  says,
})

/** The server's own requests, which `instrumentation` hands to the simulator; the tests are Playwright's. */
export const IN_NEXT: readonly Project[] = [16, 15].map((version) => ({
  name: `Next ${version}, dev server`,
  by: 'msw in `instrumentation`',
  packages: [`next@${version}`, 'react@19', 'react-dom@19', 'msw@2', '@playwright/test@1'],
  browses: true,
  files: {
    'package.json': '{ "private": true, "type": "module" }',
    'next.config.mjs': "export default { serverExternalPackages: ['msw', 'accounting-simulator'] }\n",
    'instrumentation.js': of('next/instrumentation'),
    'simulate.js': of('next/simulate'),
    'app/layout.js': of('next/layout'),
    'app/page.js': of('next/page'),
    'app/bill/route.js': of('next/route'),
    'app/bill/invoices.js': of('invoices'),
    'app/bill/send.js': of('clients/fetch'),
    'playwright.config.js': of('next/playwright.config'),
    'bills.js': played('next/bills'),
    'green.spec.js': played('next/green'),
    'red.spec.js': played('next/red'),
  },
  runs: [
    run('green.spec.js', true, ['1 passed']),
    run('red.spec.js', false, ['2 failed', 'made 2 times', 'hit nothing']),
  ],
}))
