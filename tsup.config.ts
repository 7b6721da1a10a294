import type { Options } from 'tsup'
import { thirdPartyLicenses } from './scripts/third-party-licenses.ts'

/**
 * Every public entry point and the file behind it. `exports` in package.json and `paths` in tsconfig.json say
 * the same in their own words; test/tidy.test.ts compares the three.
 */
export const entryPoints = {
  index: 'src/index.ts',
  controls: 'src/adapters/controls.ts',
  msw: 'src/adapters/msw.ts',
  node: 'src/adapters/node.ts',
  receiver: 'src/adapters/receiver.ts',
  replay: 'src/replay/index.ts',
  scenarios: 'scenarios/index.ts',
  matchers: 'src/adapters/matchers.ts',
  time: 'src/adapters/time.ts',
  explore: 'src/explore/explore.ts',
  vitest: 'src/adapters/vitest.ts',
}

/** Commands are programs, so they exist once, as ES modules. */
export const commands = {
  'node-command': 'src/adapters/node-command.ts',
  'explore-worker': 'src/explore/host/worker.ts',
}

/**
 * Bundled into dist: a consumer installs this package and nothing else
 * (decisions/0002-two-builds-bundled.md).
 */
const bundled = [/^decimal\.js$/, /^rrule$/, /^@noble\/hashes(\/|$)/]

const shared = {
  target: 'es2022',
  platform: 'node',
  // An entry that makes simulators imports the main one by its public name, so that no build has the core twice.
  external: ['msw', 'vitest', 'accounting-simulator'],
  noExternal: bundled,
  removeNodeProtocol: false,
  silent: true,
} satisfies Options

/** Without `defineConfig`: the tests read this file, too, and do without tsup itself. */
const configurations: Options[] = [
  {
    ...shared,
    format: 'esm',
    entry: { ...entryPoints, ...commands },
    splitting: true,
    esbuildPlugins: [thirdPartyLicenses('dist/THIRD-PARTY-LICENSES')],
  },
  { ...shared, format: 'cjs', entry: entryPoints, splitting: false },
  {
    ...shared,
    format: ['esm', 'cjs'],
    entry: entryPoints,
    dts: {
      only: true,
      // Consumers with lib es2022 do not know Symbol.dispose, which Simulator declares.
      banner: '/// <reference lib="esnext.disposable" />',
      compilerOptions: { stripInternal: true },
    },
  },
]

export default configurations
