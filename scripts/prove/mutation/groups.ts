/** Sources whose mutants the tests have to find, with the tests that are about them. */
export interface Group {
  readonly name: string
  /** Files of sources; a folder stands for the files in it. */
  readonly sources: readonly string[]
  /** Files of tests; a folder stands for all below it. */
  readonly tests: readonly string[]
  /** The tests start so soon that each mutant that they leave alive may have a process of its own. */
  readonly isQuick?: true
}

const kernel = (...names: readonly string[]): string[] => names.map((name) => `src/kernel/${name}.ts`)
const tests = (folder: string, ...names: readonly string[]): string[] =>
  names.map((name) => `test/${folder}/${name}.test.ts`)

export const GROUPS: readonly Group[] = [
  {
    name: 'money',
    sources: kernel('cents', 'money', 'allocate'),
    tests: [
      ...tests('kernel', 'cents', 'money', 'stored-decimals'),
      ...tests('recognition', 'spread', 'amounts'),
    ],
    isQuick: true,
  },
  {
    name: 'settlement',
    sources: ['src/engine/settlement'],
    tests: [
      'test/settlement',
      'test/assumptions.test.ts',
      ...tests('documents', 'date-rules', 'references', 'sent-back'),
      ...tests('worlds', 'imports'),
    ],
  },
  {
    name: 'rate limits',
    sources: ['src/service/http/rate-limits'],
    tests: [...tests('http', 'throttle'), ...tests('promises', 'rate-limits'), ...tests('face', 'looking')],
  },
  {
    name: 'idempotency',
    sources: ['src/service/http/idempotency'],
    tests: [
      ...tests(
        'http',
        'replay',
        'parked-responses',
        'repeated-reads',
        'explains',
        'order-of-checks',
        'received',
      ),
      ...tests('promises', 'idempotency'),
    ],
  },
  {
    name: 'kernel',
    sources: kernel('history', 'store', 'table', 'layer', 'clock', 'hash-index', 'ordered-index'),
    tests: ['test/kernel'],
    isQuick: true,
  },
  {
    name: 'ledger',
    sources: ['src/engine/ledger'],
    tests: tests('ledger', 'accounts', 'check', 'currencies', 'periods', 'posting', 'unchanged-books'),
  },
  {
    name: 'recognition',
    sources: ['src/engine/recognition'],
    tests: ['test/recognition', ...tests('contracts', 'recognition', 'usage', 'billing')],
  },
  {
    name: 'recurrence',
    sources: ['src/engine/recurring'],
    tests: tests('recurring', 'payloads', 'read-rule', 'recurrence', 'splits', 'templates', 'zones'),
  },
  {
    name: 'delivery',
    sources: ['src/service/webhooks'],
    tests: ['test/webhooks'],
  },
]
