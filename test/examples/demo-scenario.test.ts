import { afterEach, describe, expect, it, vi } from 'vitest'
import { demoScenario } from '../../examples/invoice-sync/demo-scenario'

afterEach(() => vi.restoreAllMocks())

/** The output on the terminal, and whether the command succeeds. */
async function told(...args: Parameters<typeof demoScenario>): Promise<{ ok: boolean; text: string }> {
  const lines: string[] = []
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line: string) => void lines.push(line))
  const ok = await demoScenario(...args)
  return { ok, text: lines.join('\n') }
}

describe('npm run demo -- --scenario', () => {
  it('prints what the example integration survived', async () => {
    const { ok, text } = await told('lost-response', 'careful')
    expect(ok).toBe(true)
    expect(text).toContain('lost-response, against the careful integration')
    expect(text).toContain('armed fault 1 on POST /public/v1/invoices/, 3 hits')
    expect(text).toMatch(/62 rows to bring, \d+ requests: .*5 × no answer/)
    expect(text).toContain('✓ It survived')
  })

  it('prints what the naive one got wrong', async () => {
    const { ok, text } = await told('lost-response', 'naive')
    expect(ok).toBe(false)
    expect(text).toContain('  ! 3 invoices, 2 payments reported as failed, yet there')
  })

  it('names the scenarios that there are', async () => {
    const { ok, text } = await told('sunshine', 'careful')
    expect(ok).toBe(false)
    expect(text).toContain('There is no scenario sunshine. There are rate-limit-storm, ')
  })
})
