export type Files = Readonly<Record<string, string>>

export const manifest = (devDependencies: Files = {}, more: object = {}): string =>
  JSON.stringify({ ...more, devDependencies })
export const uses =
  'export async function syncOrders() { await fetch("https://x.example/public/v1/invoices/") }'

type Row = readonly [title: string, files: Files, written: readonly string[]]

/** What @types/jest declares. */
export const JEST_GLOBALS = `
declare function test(name: string, body: () => unknown, patience?: number): void
declare function expect(value: unknown): { toEqual(other: unknown): void }
`

export const PROJECTS: readonly Row[] = [
  // Empty projects.
  [
    'nothing but a package.json',
    { 'package.json': '{}' },
    ['test/accounting.test.mjs', 'test/accounting-explore.test.mjs'],
  ],
  [
    'vitest',
    { 'package.json': manifest({ vitest: '4' }) },
    ['test/accounting.test.js', 'test/accounting-explore.test.js'],
  ],
  [
    'vitest and TypeScript',
    { 'package.json': manifest({ vitest: '4', typescript: '5' }), 'tsconfig.json': '{}' },
    ['test/accounting.test.ts', 'test/accounting-explore.test.ts'],
  ],
  [
    'jest',
    { 'package.json': manifest({ jest: '30' }) },
    ['test/accounting.test.js', 'test/accounting-explore.test.js'],
  ],
  [
    'Playwright',
    {
      'package.json': manifest({ '@playwright/test': '1' }),
      'playwright.config.ts': "export default { testDir: './e2e/' }",
    },
    ['e2e/accounting.spec.js', 'e2e/accounting-explore.spec.js'],
  ],
  [
    'vitest whose configuration says where tests are',
    {
      'package.json': manifest({ vitest: '4' }),
      'vitest.config.mjs':
        "export default { test: { exclude: ['old/*.test.js'], include: ['spec/**/*.{spec,test}.{js,ts}'] } }",
    },
    ['spec/accounting.spec.js', 'spec/accounting-explore.spec.js'],
  ],
  [
    'vitest whose script says where tests are',
    { 'package.json': manifest({ vitest: '4' }, { scripts: { test: 'vitest run --dir=./src' } }) },
    ['src/accounting.test.js', 'src/accounting-explore.test.js'],
  ],
  // Where the configuration says that tests are.
  ...(
    [
      ['vitest with a root', 'vitest', "test: { root: './app' }", 'app'],
      ['vitest with the root of vite', 'vitest', "root: path.resolve(__dirname, 'app')", 'app'],
      ['vitest with a root that is here', 'vitest', 'root: import.meta.dirname', 'test'],
      ['vitest with a dir', 'vitest', "test: { dir: 'checks' }", 'checks'],
      ['vitest with a root and a dir', 'vitest', "root: 'app', test: { dir: 'app/checks' }", 'app/checks'],
      [
        'vitest with a root and a pattern',
        'vitest',
        "root: 'app', test: { include: ['spec/**/*.test.js'] }",
        'app/spec',
      ],
      ['vitest with patterns of coverage', 'vitest', "test: { coverage: { include: ['lib/*.js'] } }", 'test'],
    ] as const
  ).map(
    ([what, runner, config, place]): Row => [
      what,
      {
        'package.json': manifest({ [runner]: '4' }),
        'vitest.config.mjs': `import path from 'node:path'\nconst __dirname = import.meta.dirname\nvoid [path, __dirname]\nexport default { ${config} }`,
        'old/old.test.js': "import { test } from 'vitest'\ntest('x', () => {})\n",
      },
      what.includes('that is here') || what.includes('coverage')
        ? ['old/accounting.test.js', 'old/accounting-explore.test.js']
        : [`${place}/accounting.test.js`, `${place}/accounting-explore.test.js`],
    ],
  ),
  ...(
    [
      ['rootDir', { rootDir: 'src' }, 'src/accounting', '.test.js'],
      ['roots', { roots: ['<rootDir>/checks'] }, 'checks/accounting', '.test.js'],
      [
        'rootDir and roots',
        { rootDir: 'app', roots: ['<rootDir>/a', '<rootDir>/b'] },
        'app/a/accounting',
        '.test.js',
      ],
      ['testRegex for specs', { testRegex: '.*\\.spec\\.js$' }, 'old/accounting', '.spec.js'],
      ['testRegex with a dash', { testRegex: ['-test\\.[jt]sx?$'] }, 'test/accounting', '-test.js'],
      ['testRegex of a folder', { testRegex: '/__tests__/.*\\.js$' }, '__tests__/accounting', '.test.js'],
    ] as const
  ).map(
    ([what, jest, place, ending]): Row => [
      `jest with ${what}`,
      {
        'package.json': manifest({ jest: '30' }, { jest }),
        ...(what === 'testRegex for specs' && { 'old/one.spec.js': "test('x', () => {})\n" }),
        'old/old.test.js': "test('x', () => {})\n",
      },
      [`${place}${ending}`, `${place}-explore${ending}`],
    ],
  ),
  // jest reads TypeScript only with something that transforms it.
  ...[
    ['no transform', {}, {}],
    ['an empty transform', { transform: {} }, { 'ts-jest': '29' }],
    ['a transform of pictures', { transform: { '\\.svg$': 'svg-jest' } }, {}],
    ['a package that its configuration does not name', {}, { 'ts-jest': '29', '@types/jest': '30' }],
    ['presets that babel does not name', {}, { '@babel/preset-typescript': '7' }],
  ].map(
    ([what, jest, packages]): Row => [
      `jest and TypeScript with ${what}`,
      {
        'package.json': manifest({ jest: '30', typescript: '5', ...(packages as Files) }, { jest }),
        'tsconfig.json': '{}',
        'src/old.test.ts': "import { one } from './one'\ntest('x', () => {})\n",
      },
      ['src/accounting.test.js', 'src/accounting-explore.test.js'],
    ],
  ),
  ...(
    [
      ['a preset', { 'jest.config.json': '{ "preset": "ts-jest" }' }],
      [
        'a transform',
        { 'jest.config.cjs': "module.exports = { transform: { '\\\\.[jt]sx?$': './mine.js' } }" },
      ],
      ['projects of their own', { 'jest.config.js': "module.exports = { projects: ['<rootDir>/a'] }" }],
      [
        'a configuration that the script names',
        {
          'package.json': manifest({ jest: '30' }, { scripts: { test: 'jest -c ./config/jest.unit.json' } }),
          'config/jest.unit.json': '{ "rootDir": "..", "transform": { "^.+.tsx?$": "@swc/jest" } }',
        },
      ],
      ['presets of babel', { '.babelrc': '{ "presets": ["@babel/preset-typescript"] }' }],
      [
        'a preset of babel in package.json',
        {
          'package.json': manifest({ jest: '30' }, { babel: { presets: ['next/babel'] } }),
        },
      ],
    ] satisfies [string, Files][]
  ).map(
    ([what, files]): Row => [
      `jest and TypeScript with ${what}`,
      {
        'package.json': manifest({ jest: '30' }),
        ...files,
        'tsconfig.json': '{}',
        'src/old.test.ts': "import { one } from './one'\ntest('x', () => {})\n",
      },
      ['src/accounting.test.ts', 'src/accounting-explore.test.ts'],
    ],
  ),
  [
    'jest whose package.json says where tests are',
    { 'package.json': manifest({ jest: '30' }, { jest: { testMatch: ['<rootDir>/spec/**/*.spec.js'] } }) },
    ['spec/accounting.spec.js', 'spec/accounting-explore.spec.js'],
  ],
  [
    'jest and TypeScript with a configuration of comments',
    {
      'package.json': manifest({ jest: '30', typescript: '5' }),
      'jest.config.js':
        "module.exports = {\n  // preset: undefined,\n  // testMatch: ['e2e/**/*.test.ts'],\n  coverage: true }\n",
    },
    ['test/accounting.test.js', 'test/accounting-explore.test.js'],
  ],
  // Projects in use.
  [
    'vitest beside the sources',
    {
      'package.json': manifest({ vitest: '4', storybook: '10', 'accounting-simulator': '0' }),
      'src/orders.ts': uses,
      'src/orders.spec.ts': "import { test } from 'vitest'\ntest('x', () => {})\n",
    },
    ['src/accounting.spec.ts', 'src/accounting-explore.spec.ts'],
  ],
  [
    'node:test in CommonJS',
    {
      'package.json': manifest({}, { scripts: { test: 'node --test' } }),
      'lib/orders.js': uses.replace('export async function', 'exports.syncOrders = async function'),
      'tests/orders.test.js': "const { test } = require('node:test')\ntest('x', () => {})\n",
    },
    ['tests/accounting.test.js', 'tests/accounting-explore.test.js'],
  ],
  [
    'node:test in modules',
    {
      'package.json': manifest({}, { type: 'module' }),
      'orders.test.js': "import { test } from 'node:test'\ntest('x', () => {})\n",
    },
    ['accounting.test.js', 'accounting-explore.test.js'],
  ],
  [
    'jest and Playwright',
    {
      'package.json': manifest({ jest: '30', '@playwright/test': '1' }),
      'e2e/page.test.js': "import { test } from '@playwright/test'\n",
      'unit/orders.test.js': "const orders = require('../orders')\ntest('x', () => {})\n",
    },
    ['unit/accounting.test.js', 'unit/accounting-explore.test.js'],
  ],
  [
    'vitest with a test that uses the simulator',
    {
      'package.json': manifest({ vitest: '4', 'accounting-simulator': '0' }),
      'test/orders.test.ts':
        "import { createSimulator } from 'accounting-simulator'\nimport { test } from 'vitest'\ntest('x', () => void createSimulator())\n",
    },
    ['test/accounting-explore.test.ts'],
  ],
]
