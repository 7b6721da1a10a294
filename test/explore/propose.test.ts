import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, explore, type Plan, type Stage } from 'accounting-simulator/explore'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { CUSTOMERS, HOOK, UNKNOWN, withHook } from './clients/customers'
import { reader } from './clients/reader'
import { check } from './proposed/check'
import { INVOICES } from './tiny'

interface Bugs {
  readonly lacksKeys?: true
  readonly forgetsCopies?: true
  readonly countsTwice?: true
}

interface State {
  readonly balances: Readonly<Record<string, string>>
  readonly total: number
}

/** Pushes three invoices, and keeps what is due of each, and the total. */
const pushing =
  ({ lacksKeys, forgetsCopies, countsTwice }: Bugs = {}) =>
  ({ fetch, apiKey, disk, sleep }: Stage) => ({
    async run() {
      for (const reference of ['R-1', 'R-2', 'R-3']) {
        if (disk.read(`done ${reference}`)) continue
        for (let tries = 0; tries < 3; tries += 1) {
          const answer = await fetch(INVOICES, {
            method: 'POST',
            headers: {
              'X-API-KEY': apiKey(),
              'content-type': 'application/json',
              ...(!lacksKeys && { 'Idempotency-Key': reference }),
            },
            body: JSON.stringify({
              company_id: 1,
              customer_id: 1,
              date: '2026-01-15',
              reference_number: reference,
              items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
            }),
          }).catch(() => undefined)
          const made = answer?.ok ? await answer.json().catch(() => undefined) : undefined
          if (!made) {
            await sleep(5000)
            continue
          }
          const { balances, total } = disk.read<State>('state') ?? { balances: {}, total: 0 }
          if (forgetsCopies) disk.write(`done ${reference}`, true)
          const isKnown = balances[made.number] !== undefined && !countsTwice
          disk.write('state', {
            balances: { ...balances, [made.number]: made.amount_due },
            total: isKnown ? total : total + Number(made.amount),
          })
          disk.write(`done ${reference}`, true)
          break
        }
      }
    },
  })

const experiment = (bugs?: Bugs): Experiment => ({
  world: createSimulator(),
  start: pushing(bugs),
  check,
  rounds: 2,
  budget: { runs: 60 },
})

describe('a proposed check', () => {
  it('is what calm runs show, as a file that compiles', async () => {
    const { check: _, ...unchecked } = experiment()
    const proposal = await explore.propose(unchecked)
    const file = new URL('./proposed/check.ts', import.meta.url)
    if (process.env.UPDATE) writeFileSync(file, proposal.code)
    expect(String(proposal)).toBe(readFileSync(file, 'utf8'))
    expect(proposal.oracles.map(({ text }) => text)).toEqual([
      'No two invoices have the same reference_number.',
      'Each of the 3 invoices that run 1 created is there.',
      'What run 1 created comes to 30.00 in `amount`.',
      'Each of these invoices has its `date`.',
      'Each of these invoices has its `amount`.',
      "Your file `balances` of `state` equals the service's invoices in `amount_due`.",
      "Your file `total` of `state` is the total of the service's invoices in `amount`.",
      'Each write has an Idempotency-Key, which its retries share.',
    ])
  })

  it('is JavaScript without a type, and runs as such', async () => {
    const code = readFileSync(new URL('./proposed/check.ts', import.meta.url), 'utf8')
    const file = new URL('./proposed/check.mjs', import.meta.url)
    writeFileSync(file, code)
    try {
      const program = ts.createProgram([fileURLToPath(file)], { allowJs: true, noResolve: true, noLib: true })
      const source = program.getSourceFile(fileURLToPath(file))
      expect(program.getSyntacticDiagnostics(source).map(({ messageText }) => messageText)).toEqual([])
      const { check: plain } = (await import(file.href)) as { check: Experiment['check'] }
      expect(String(await explore({ ...experiment(), check: plain, faults: 'network' }))).toMatch(
        /^survived 60/,
      )
      const { failure } = await explore({ ...experiment({ forgetsCopies: true }), check: plain })
      expect(failure?.complaint).toContain('the mirror lacks')
    } finally {
      rmSync(file)
    }
  })

  it('does not accuse the program that it comes from', async () => {
    expect(String(await explore({ ...experiment(), faults: 'network' }))).toMatch(/^survived 60 plans/)
  })

  it.each<[string, Bugs, string]>([
    ['writes without keys', { lacksKeys: true }, 'POST'],
    ['forgets a copy', { forgetsCopies: true }, 'the mirror lacks'],
    ['counts twice', { countsTwice: true }, "'total' of 'state' is"],
  ])('finds a program that %s', async (_, bugs, complaint) => {
    const { failure } = await explore(experiment(bugs))
    expect(failure?.complaint).toContain(complaint)
  })

  it('of a receiver says that each event is acknowledged', async () => {
    const { oracles } = await explore.propose(await reader())
    expect(oracles.map(({ text }) => text)).toContain(
      'Each event that was delivered is acknowledged in the end.',
    )
  })

  it.each([
    ['evolve-topic', 'survives'],
    ['delivery-lost', 'fails'],
  ] as const)('of a receiver of all topics that refuses what it does not know: %s: %s', async (kind, how) => {
    const none = createSimulator()
    const asked = await none.fetch('/public/v2/webhooks/topics/', { headers: { 'X-API-KEY': none.apiKey } })
    const world = await withHook(((await asked.json()) as { name: string }[]).map(({ name }) => name))
    let isForgetful = false
    const start = ({ fetch, apiKey }: Stage) => ({
      async run() {
        const headers = { 'X-API-KEY': apiKey(), 'content-type': 'application/json', 'Idempotency-Key': 'A' }
        const body = JSON.stringify({ name: 'A', unique_id: 'A', ...UNKNOWN })
        await fetch(CUSTOMERS, { method: 'POST', headers, body })
      },
      async receive(request: Request) {
        const { topic } = (await request.json()) as { topic: string }
        const isKnown = topic === 'core.customer/created' && !isForgetful
        return new Response(null, { status: isKnown ? 204 : 400 })
      },
    })
    const { oracles } = await explore.propose({ world, start, webhookUrl: HOOK })
    const { code } = oracles.find(({ text }) => text.includes('acknowledged')) as { code: string }
    const acknowledged = new Function(`return ${code}`)() as Experiment['check']
    isForgetful = how === 'fails'
    const plan: Plan = [{ on: 'DELIVERY core.customer/created', delivery: 1, do: kind }]
    const report = await explore.once({ world, start, webhookUrl: HOOK, check: acknowledged }, plan)
    expect(report).toMatchObject({ survived: how === 'survives', unreached: [] })
  })

  it('leaves out what differs with the time', async () => {
    const start = (stage: Stage) => ({
      async run() {
        const reference = `R-${stage.now()}`
        const headers = { 'X-API-KEY': stage.apiKey(), 'content-type': 'application/json' }
        const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
        const body = { company_id: 1, customer_id: 1, date: '2026-01-15', reference_number: reference, items }
        await stage.fetch(INVOICES, { method: 'POST', headers, body: JSON.stringify(body) })
        stage.disk.write('time', stage.now())
      },
    })
    const { oracles, code } = await explore.propose({ world: createSimulator(), start })
    expect(oracles.map(({ text }) => text)).toEqual(['No two invoices have the same reference_number.'])
    expect(code).not.toContain('R-17')
  })

  it('of a program that does nothing is empty', async () => {
    const { code } = await explore.propose({
      world: createSimulator(),
      start: () => ({ run: () => undefined }),
    })
    expect(code).toContain('export const check = allOf()')
    expect(code).toContain('Nothing that could be checked held in the calm runs.')
    expect(() => allOf()).toThrow('checks must not be empty: without a check every program survives')
  })
})
