import { readFileSync } from 'node:fs'
import type { Options } from 'tsup'
import { thirdPartyLicenses } from './scripts/third-party-licenses.ts'

/**
 * Every public entry point and the file behind it. `exports` in package.json and `paths` in tsconfig.json say
 * the same in their own words; test/tidy.test.ts compares the three.
 */
export const entryPoints = {
  index: 'src/index.ts',
  msw: 'src/hosts/msw.ts',
  node: 'src/hosts/node.ts',
  receiver: 'src/tools/receiver/index.ts',
  replay: 'src/tools/replay/index.ts',
  scenarios: 'scenarios/index.ts',
  matchers: 'src/tools/matchers/index.ts',
  time: 'src/virtual-time/index.ts',
  explore: 'src/tools/explore/explore.ts',
  openapi: 'src/openapi.ts',
  controls: 'src/tools/controls/index.ts',
  browser: 'src/hosts/browser.ts',
  inspector: 'src/tools/inspector/index.ts',
  storybook: 'src/hosts/storybook.ts',
  'storybook/preview': 'src/hosts/storybook/preview.ts',
  'storybook/manager': 'src/hosts/storybook/manager.ts',
  vitest: 'src/hosts/vitest.ts',
  'vitest-reporter': 'src/hosts/vitest/reporter.ts',
  worker: 'src/hosts/worker.ts',
  worlds: 'src/worlds/index.ts',
  zod: 'src/tools/zod/index.ts',
}

/** Entries without a name: what bundles for browsers get for the main one, and what lies in a chunk of its own. */
export const unnamed = {
  'index-browser': 'src/index-browser.ts',
  'without-simulator': 'src/without-simulator.ts',
  agents: 'src/tools/mcp/over-http.ts',
}

/** Scripts of pages that a server sends, which nobody imports. */
export const pages = { team: 'src/tools/team/index.ts' }

/** Commands are programs, so they exist once, as ES modules. */
export const commands = {
  'node-command': 'src/command/node-command.ts',
  'explore-worker': 'src/tools/explore/host/worker.ts',
  'world-worker': 'src/hosts/node/many/world-worker.ts',
}

/** Each process of the tests that a command starts begins with it. Node takes such a file as CommonJS only. */
export const preloads = { 'node-test-preload': 'src/command/node-test-preload.ts' }

/**
 * Bundled into dist: a consumer installs this package and nothing else
 * (decisions/0002-two-builds-bundled.md).
 */
const bundled = [/^big\.js$/, /^@noble\/hashes(\/|$)/]

const shared = {
  target: 'es2022',
  platform: 'node',
  // An entry that makes simulators imports the main one by its public name, so that no build has the core twice.
  external: [/^(msw|vitest|storybook|react|zod|accounting-simulator)(\/|$)/],
  noExternal: bundled,
  removeNodeProtocol: false,
  silent: true,
} satisfies Options

/** The panel runs in browsers only. lit has another build for Node. */
const panelEntries = {
  inspector: entryPoints.inspector,
  'storybook/manager': entryPoints['storybook/manager'],
}
const { inspector: _, 'storybook/manager': __, ...otherEntries } = entryPoints

/**
 * The ES modules come from two builds: what holds a simulator, and what goes with one. In one build, each function that
 * some of the many entries share would be one more file, and each file costs the start of Node about a millisecond.
 */
const { index, controls, node, ...besides } = otherEntries
const { 'node-command': command, 'world-worker': world, ...workers } = commands
const holding = { index, controls, node, 'node-command': command, 'world-worker': world, ...unnamed }
/** The spaces of a style that nothing needs. */
const tight = (style: string): string =>
  style
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
/** A browser shows neither the indentation of templates nor the spaces of styles, and minifiers keep both. */
export const unindented = {
  name: 'unindented',
  setup(build) {
    build.onLoad({ filter: /[\\/]tools[\\/]inspector[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const isShown = text.includes("from 'lit/html.js'") || path.endsWith('-style.ts')
      if (!isShown) return undefined
      const shown = path.endsWith('-style.ts') ? text.replace(/`[^`]*`/g, tight) : text
      return { contents: shown.replace(/\n +/g, '\n'), loader: 'ts' }
    })
  },
} satisfies NonNullable<Options['esbuildPlugins']>[number]
const panel = {
  ...shared,
  platform: 'browser',
  minify: true,
  entry: panelEntries,
  esbuildPlugins: [unindented],
} satisfies Options
/** What only a server with agents needs exists once, as an ES module. */
const agentsApart = {
  name: 'agents apart',
  setup(build) {
    build.onResolve({ filter: /tools\/mcp\/over-http$/ }, () => ({ path: './agents.js', external: true }))
  },
} satisfies NonNullable<Options['esbuildPlugins']>[number]
const licenses = thirdPartyLicenses('dist/THIRD-PARTY-LICENSES')

/** Without `defineConfig`: the tests read this file, too, and do without tsup itself. */
const configurations: Options[] = [
  {
    ...shared,
    // The server of agents has a zod of its own, so that nobody needs the peer for it.
    external: [/^(msw|vitest|storybook|react|accounting-simulator)(\/|$)/],
    noExternal: [...bundled, /^zod(\/|$)/],
    format: 'esm',
    entry: holding,
    splitting: true,
    esbuildPlugins: [licenses],
  },
  {
    ...shared,
    format: 'esm',
    entry: { ...besides, ...workers },
    splitting: true,
    esbuildPlugins: [licenses],
  },
  {
    ...shared,
    format: 'cjs',
    entry: { ...otherEntries, ...preloads },
    splitting: false,
    esbuildPlugins: [agentsApart],
  },
  {
    ...panel,
    format: 'esm',
    entry: { ...panelEntries, ...pages },
    splitting: true,
    esbuildPlugins: [unindented, licenses],
  },
  { ...panel, format: 'cjs', splitting: false },
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
