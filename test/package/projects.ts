export interface ProjectRun {
  readonly name: string
  /** Below examples/, if it is not the name. */
  readonly folder?: string
  /** In the place of what the project itself asks for. */
  readonly packages?: readonly string[]
}

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
]
