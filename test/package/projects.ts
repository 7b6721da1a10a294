export interface ProjectRun {
  readonly name: string
  /** Below examples/, if it is not the name. */
  readonly folder?: string
  /** In the place of what the project itself asks for. */
  readonly packages?: readonly string[]
  /** A text in a file of the project that is replaced. */
  readonly change?: { readonly file: string; readonly from: string; readonly to: string }
}

const OURS = "'accounting-simulator/storybook'"
const beside = (addons: string): Pick<ProjectRun, 'folder' | 'packages' | 'change'> => ({
  folder: 'storybook',
  packages: ['msw-storybook-addon@3.0.3'],
  change: { file: '.storybook/main.ts', from: OURS, to: addons },
})

/** The example projects, one per runner, and the oldest runner that is allowed. */
export const PROJECTS: readonly ProjectRun[] = [
  { name: 'node-test-project' },
  { name: 'jest-project' },
  { name: 'sleeping-clients' },
  { name: 'vitest-project' },
  { name: 'vitest-3.2', folder: 'vitest-project', packages: ['vitest@3.2.0'] },
  { name: 'playwright-project' },
  { name: 'browser' },
  { name: 'storybook' },
  { name: 'storybook-after-msw-addon', ...beside(`'msw-storybook-addon', ${OURS}`) },
  { name: 'storybook-before-msw-addon', ...beside(`${OURS}, 'msw-storybook-addon'`) },
]
