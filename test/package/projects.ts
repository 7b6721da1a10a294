import { join } from 'node:path'
import { Consumer, type Tarball } from './consumer'
import { step } from './step'

export interface ProjectRun {
  readonly name: string
  /** Below examples/, if it is not the name. */
  readonly folder?: string
  /** In the place of what the project itself asks for. */
  readonly packages?: readonly string[]
  /** Texts in files of the project that are replaced. */
  readonly changes?: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** What the command `init` writes into it runs, too. */
  readonly begins?: boolean
  /** Tests in a browser, which wants the machine for itself. */
  readonly browses?: boolean
}

const OURS = "'accounting-simulator/storybook'"
const beside = (addons: string): Pick<ProjectRun, 'folder' | 'packages' | 'changes' | 'browses'> => ({
  folder: 'storybook',
  browses: true,
  packages: ['msw-storybook-addon@3.0.3'],
  changes: [
    { file: '.storybook/main.ts', from: OURS, to: addons },
    // The other addon looks for the worker script at the root of the site only, and the test of leaks serves a sub-path.
    { file: 'package.json', from: ' && node runner.test.js && node leaks.test.js', to: '' },
  ],
})

/** The example projects, one per runner, and the oldest runner that is allowed. */
export const PROJECTS: readonly ProjectRun[] = [
  { name: 'node-test-project', begins: true },
  { name: 'jest-project', begins: true },
  { name: 'sleeping-clients' },
  { name: 'vitest-project', begins: true },
  { name: 'vitest-3.2', folder: 'vitest-project', packages: ['vitest@3.2.0'] },
  { name: 'playwright-project', begins: true },
  { name: 'browser', browses: true },
  { name: 'storybook', browses: true },
  { name: 'storybook-after-msw-addon', ...beside(`'msw-storybook-addon', ${OURS}`) },
  { name: 'storybook-before-msw-addon', ...beside(`${OURS}, 'msw-storybook-addon'`) },
]

export const projectNamed = (name: string): ProjectRun =>
  PROJECTS.find((project) => project.name === name) ?? { name }

/** An example project with its packages, before its user runs it. Returns the run. */
export async function readyProject(
  { name, folder = name, packages = [], changes = [], begins = false }: ProjectRun,
  { path }: Tarball,
): Promise<() => Promise<void>> {
  const project = await Consumer.install(name, [path, ...packages], join('examples', folder))
  for (const change of changes) project.replace(change)
  if (begins) await project.run('npx', ['accounting-simulator', 'init', '--yes'])
  const title = `examples/${folder}${packages.length > 0 ? ` with ${packages.join(', ')}` : ''} (${name})`
  return () => step(title, async () => void process.stdout.write(await project.run('npm', ['test'])))
}
