import { CONTRACT_TESTERS } from './contract-testers'
import type { Consumer, FileText } from './project'
import { TYPESCRIPT } from './suite'

interface Given {
  readonly name: string
  readonly packages: readonly string[]
  readonly generate: readonly string[]
  readonly setting?: string
  readonly lacks?: string
  readonly files?: Readonly<Record<string, FileText>>
  /** The template of its client. */
  readonly client: string
  /** Otherwise `generated`. */
  readonly writes?: string
}

const DOCUMENT = 'node_modules/accounting-simulator/dist/openapi.json'

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
  ...{
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
  },
}

/** What the compiler says about the mistakes in files/generators/planted.ts. */
const REFUSED = [
  "Type 'string' is not assignable to type 'number'",
  "Property 'address' is missing in type",
  "Property 'amuont' does not exist on type",
]

const template = (name: string): FileText => ({ from: `generators/${name}`, dialect: TYPESCRIPT })

function generator({ client, generate, files = {}, setting = '', lacks = '', ...given }: Given): Consumer {
  const run = (...command: readonly string[]) => ({ command, succeeds: true, says: [] })
  return {
    ...given,
    ...{ setting, lacks, by: '`serve(simulator)`', writes: given.writes ?? 'generated' },
    packages: [...given.packages, 'typescript@5.9', '@types/node@20', 'tsx@4'],
    files: {
      'package.json': '{ "private": true, "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['story.ts', 'generated'] }),
      'tsconfig.planted.json': JSON.stringify({ compilerOptions, files: ['planted.ts'] }),
      'client.ts': template(client),
      ...Object.fromEntries(['story', 'refused', 'planted'].map((name) => [`${name}.ts`, template(name)])),
      ...files,
    },
    runs: [
      run(...generate),
      run('tsc', '-p', 'tsconfig.json'),
      { ...run('tsc', '-p', 'tsconfig.planted.json'), succeeds: false, says: REFUSED },
      { ...run('tsx', 'story.ts'), says: ['The story has 16 steps.'] },
    ],
  }
}

const ORVAL = `const address = [{ name: 'address', importPath: './address', values: true }]
const output = { client: 'fetch', target: 'generated.ts', baseUrl: { runtime: 'address.url', imports: address } }
export default { service: { input: '${DOCUMENT}', output } }
`

const KUBB = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  input: { path: '${DOCUMENT}' },
  output: { path: './generated', clean: true, extension: { '.ts': '' }, format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'axios', bundle: true })],
})
`

/** Two that need a newer Node than the oldest that this package runs on. */
const NEWER = 'node@24'

/** Programs that write clients from the document. Each is played with the newest version that its row allows. */
export const GENERATORS: readonly Consumer[] = [
  generator({
    name: '@hey-api/openapi-ts',
    client: 'hey-api',
    packages: ['@hey-api/openapi-ts@~0.99.0', NEWER],
    generate: ['openapi-ts', '-i', DOCUMENT, '-o', 'generated'],
    lacks: 'runs on Node from 22.18 only',
  }),
  generator({
    name: 'orval',
    client: 'orval',
    packages: ['orval@8', NEWER],
    files: { 'orval.config.mjs': ORVAL, 'address.ts': template('address') },
    generate: ['orval'],
    setting: "`client: 'fetch'`, and `baseUrl: { runtime }` for an address that is known when it runs",
    lacks: 'runs on Node from 22.18 only',
  }),
  generator({
    name: 'openapi-typescript with openapi-fetch',
    client: 'openapi-fetch',
    packages: ['openapi-typescript@7', 'openapi-fetch@0.17'],
    generate: ['openapi-typescript', DOCUMENT, '-o', 'service.d.ts'],
    writes: 'service',
    lacks: 'files are texts in its types; `bodySerializer` sends a form',
  }),
  generator({
    name: 'oazapfts',
    client: 'oazapfts',
    packages: ['oazapfts@7', '@oazapfts/runtime@1'],
    generate: ['oazapfts', DOCUMENT, 'generated.ts'],
  }),
  generator({
    name: 'kubb',
    client: 'kubb',
    packages: [
      ...['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map((name) => `@kubb/${name}@4`),
      'axios@1',
    ],
    files: { 'kubb.config.js': KUBB },
    generate: ['kubb', 'generate'],
    setting: "`client: 'axios'` with `paramsSerializer: { indexes: null }`, `extension: { '.ts': '' }`",
    lacks: 'its own fetch client writes lists of a query as one text, and takes refusals for answers',
  }),
  generator({
    name: 'swagger-typescript-api',
    client: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13'],
    generate: [
      ...['swagger-typescript-api', 'generate', '-p', DOCUMENT, '-o', 'generated', '-n', 'api.ts'],
      '--enum-style=union',
    ],
    setting: '`--enum-style=union`',
    lacks: 'parameters in headers are left out; a list of files is written as text, so give it a `FormData`',
  }),
  generator({
    name: 'ng-openapi-gen',
    client: 'ng-openapi-gen',
    packages: [
      ...['core', 'common', 'compiler'].map((name) => `@angular/${name}@21`),
      ...['rxjs@7', 'ng-openapi-gen@1'],
    ],
    files: {
      'settings.json': JSON.stringify({ input: DOCUMENT, output: 'generated', ignoreUnusedModels: false }),
    },
    generate: ['ng-openapi-gen', '-c', 'settings.json'],
    setting: '`ignoreUnusedModels: false`: it takes the elements of lists that may be null for unused',
  }),
  generator({
    name: 'openapi-zod-client',
    client: 'openapi-zod-client',
    packages: ['openapi-zod-client@1', '@zodios/core@10', 'zod@3', 'axios@1'],
    generate: ['openapi-zod-client', DOCUMENT, '-o', 'generated.ts', '--export-schemas'],
    setting: '`--export-schemas`, `axiosConfig: { paramsSerializer: { indexes: null } }`',
    lacks: 'needs zod 3; a list of files is written as text, so send a `FormData` by its axios',
  }),
]

export const CONSUMERS: readonly Consumer[] = [...GENERATORS, ...CONTRACT_TESTERS]
