import { entryPoints } from '../../../tsup.config'
import type { Project, Run } from './project'

/** Their declarations name a page, or optional peers, which have library checks of their own to pass. */
const WITH_PEERS = /^(browser|inspector|msw|storybook.*|vitest|zod)$/

const IMPORTS = Object.keys(entryPoints)
  .filter((name) => !WITH_PEERS.test(name))
  .map(
    (name, index) =>
      `export * as entry${index} from 'accounting-simulator${name === 'index' ? '' : `/${name}`}'`,
  )

const green = `${IMPORTS.join('\n')}
import { createSimulator } from 'accounting-simulator'

const simulator = createSimulator({ rateLimits: false })
export const amount: string = simulator.records.invoices.get(1).amount
`

const RESOLUTIONS = [
  { name: 'bundler', module: 'esnext', files: ['green.ts'], planted: 'planted.ts' },
  { name: 'node16', module: 'node16', files: ['green.mts', 'green.cts'], planted: 'planted.cts' },
  { name: 'nodenext', module: 'nodenext', files: ['green.mts', 'green.cts'], planted: 'planted.mts' },
] as const

const VERSIONS = ['5.4', '5.9', '7']

/** Every entry that needs no other package, with the declarations of all libraries checked. */
export const TYPED: readonly Project[] = VERSIONS.flatMap((version) =>
  RESOLUTIONS.map(({ name, module, files, planted }): Project => {
    const options = [
      ...['--noEmit', '--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes'],
      ...['--target', 'es2022', '--lib', 'es2022', '--types', 'node'],
      ...['--module', module, '--moduleResolution', name],
    ]
    const run = (compiled: readonly string[], says: readonly string[]): Run => ({
      command: ['tsc', ...options, ...compiled],
      succeeds: says.length === 0,
      says,
    })
    return {
      name: `TypeScript ${version}, ${name}`,
      by: '',
      packages: [`typescript@${version}`, '@types/node@20'],
      files: {
        'package.json': '{ "private": true }',
        ...Object.fromEntries(files.map((file) => [file, green])),
        [planted]: green.replace('rateLimits', 'rateLimit').replace('.amount', '.amuont'),
      },
      runs: [
        run(files, []),
        run([planted], ["Did you mean to write 'rateLimits'?", "Did you mean 'amount'?"]),
      ],
    }
  }),
)
