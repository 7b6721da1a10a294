import { type SandboxAccess, sandbox } from 'accounting-simulator/controls'
import type { TestProject } from 'vitest/node'

/** For `globalSetup` of vitest.config.ts: one sandbox for the run, which the workers fork. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const team = sandbox(process.env.SANDBOX_URL ?? '', process.env.SANDBOX_TOKEN)
  const run = await team.create({ name: `tests ${process.env.CI_RUN ?? 'here'}`, clock: 'manual' })
  const { id, url, apiKey, adminToken, clock } = run
  project.provide('sandbox', { id, url, apiKey, adminToken, clock: clock ?? 'live' })
  return () => run.delete()
}

declare module 'vitest' {
  interface ProvidedContext {
    sandbox: SandboxAccess
  }
}
