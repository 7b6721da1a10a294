/** Sources whose mutants the tests have to find, with the tests that are about them. */
export interface Group {
  readonly name: string
  /** Files of sources; a folder stands for the files in it. */
  readonly sources: readonly string[]
  /** Files of tests, those first that are about the sources; a folder stands for all below it. */
  readonly tests: readonly string[]
}

const kernel = (...names: readonly string[]): string[] => names.map((name) => `src/kernel/${name}.ts`)
const tests = (folder: string, ...names: readonly string[]): string[] =>
  names.map((name) => `test/${folder}/${name}.test.ts`)

export const GROUPS: readonly Group[] = [
  {
    name: 'money',
    sources: kernel('cents', 'money'),
    tests: [
      ...tests('kernel', 'cents', 'money', 'stored-decimals'),
      ...tests('recognition', 'spread', 'amounts'),
    ],
  },
  {
    name: 'settlement',
    sources: ['src/engine/settlement'],
    tests: [
      ...['test/settlement', 'test/documents', 'test/ledger', 'test/contracts', 'test/assumptions.test.ts'],
      ...tests('worlds', 'imports'),
    ],
  },
  {
    name: 'rate limits',
    sources: ['src/service/http/rate-limits'],
    tests: [
      ...tests('http', 'throttle'),
      ...['test/assumptions.test.ts', 'test/simulator', 'test/http', 'test/worlds'],
      ...tests('promises', 'rate-limits'),
    ],
  },
  {
    name: 'idempotency',
    sources: ['src/service/http/idempotency'],
    tests: [
      ...tests('http', 'replay', 'used-keys'),
      ...['test/assumptions.test.ts', 'test/http', 'test/simulator', 'test/faults'],
      ...tests('promises', 'idempotency'),
    ],
  },
  {
    name: 'kernel',
    sources: kernel('history', 'store', 'table', 'table-body', 'layer', 'clock'),
    tests: ['test/kernel'],
  },
  {
    name: 'ledger',
    sources: ['src/engine/ledger'],
    tests: [
      ...tests('ledger', 'control-lines', 'accounts', 'journal-text', 'restated-postings'),
      ...tests('ledger', 'entries-and-transfers', 'posting', 'currencies', 'periods'),
      ...tests('behaviours', 'banking'),
      ...['test/settlement', 'test/documents', 'test/ledger', 'test/contracts', 'test/assets'],
      'test/assumptions.test.ts',
    ],
  },
  {
    name: 'recognition',
    sources: ['src/engine/recognition'],
    tests: ['test/recognition', 'test/contracts'],
  },
  {
    name: 'recurrence',
    sources: ['src/engine/recurring'],
    tests: ['test/recurring', 'test/assumptions.test.ts'],
  },
  {
    name: 'delivery',
    sources: ['src/service/webhooks'],
    tests: [
      ...tests('webhooks', 'queue', 'what-emits', 'attempts-told', 'ended-meanwhile', 'public-addresses'),
      ...tests('webhooks', 'retry-after', 'storm', 'send', 'list-parameters', 'permissions', 'url-rules'),
      ...tests('webhooks', 'targets', 'controls'),
      ...tests('simulator', 'options', 'looking'),
      ...['test/webhooks', 'test/faults', 'test/assumptions.test.ts'],
    ],
  },
]
