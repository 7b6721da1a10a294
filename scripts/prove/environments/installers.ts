import type { Project } from './project'
import { suite } from './suite'
import { unseen, VITEST, withVitest } from './vitest'

const npx = (name: string, ...command: readonly string[]): readonly string[] => [
  ...['npm', 'exec', '--yes', `--package=${name}`, '--'],
  ...command,
]

const OURS = { 'accounting-simulator': 'file:TARBALL' }
const DEPENDENCIES = { ...OURS, msw: '^2.15.0', undici: '^7.0.0', vitest: '^4.1.0' }

const manifest = (more: object): string => JSON.stringify({ private: true, ...more }, null, 2)

/** In a workspace: tests of a package `app`, beside a package `kit` that makes the simulators with another msw. */
const TWO_COPIES = {
  'packages/app/package.json': manifest({
    name: 'app',
    type: 'module',
    dependencies: { ...DEPENDENCIES, kit: 'workspace:*' },
  }),
  'packages/kit/package.json': manifest({
    name: 'kit',
    type: 'module',
    exports: './kit.js',
    dependencies: { ...OURS, msw: '2.10.0', vitest: '3.2.0' },
  }),
  'packages/kit/kit.js': "export { createSimulator } from 'accounting-simulator'\n",
}

/** The same tests, installed otherwise. */
export const INSTALLED_OTHERWISE: readonly Project[] = [
  withVitest({
    name: 'pnpm',
    packages: [],
    install: npx('pnpm@10', 'pnpm', 'install', '--no-frozen-lockfile'),
    files: { 'package.json': manifest({ type: 'module', dependencies: DEPENDENCIES }) },
  }),
  suite({
    name: 'pnpm, two copies of the package',
    by: 'msw',
    packages: [],
    install: npx('pnpm@10', 'pnpm', 'install', '--no-frozen-lockfile'),
    folder: 'packages/app',
    runner: VITEST,
    declares: 'run-test',
    words: { "SimulatorOptions } from 'accounting-simulator'": "SimulatorOptions } from 'kit'" },
    framework: 'vitest',
    door: 'msw',
    past: [unseen('undici-request')],
    files: {
      'package.json': manifest({ name: 'two-copies' }),
      'pnpm-workspace.yaml': 'packages: [packages/*]\n',
      ...TWO_COPIES,
    },
  }),
  withVitest({
    name: 'Yarn, Plug and Play',
    packages: [],
    install: npx('@yarnpkg/cli-dist@4', 'yarn', 'install'),
    runner: { ...VITEST, run: (files) => npx('@yarnpkg/cli-dist@4', 'yarn', 'vitest', 'run', ...files) },
    env: { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    files: {
      'package.json': manifest({ type: 'module', dependencies: DEPENDENCIES }),
      '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\nenableImmutableInstalls: false\n',
      'yarn.lock': '',
    },
  }),
  withVitest({
    name: 'npm workspaces',
    packages: [],
    install: ['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'],
    folder: 'packages/app',
    files: {
      'package.json': manifest({ workspaces: ['packages/*'] }),
      'packages/app/package.json': manifest({ name: 'app', type: 'module', dependencies: DEPENDENCIES }),
    },
  }),
]
