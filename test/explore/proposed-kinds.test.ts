import { createSimulator } from 'accounting-simulator'
import {
  allOf,
  type Experiment,
  explore,
  mirrorEquals,
  noDuplicates,
  nothingLost,
  type Stage,
  usesIdempotencyKeys,
} from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { isThorough, sampled } from '../support/thorough'
import { type Answer, Service } from './clients/service'
import { INVOICES } from './tiny'

type Bug =
  | 'paid before it is sent'
  | 'a failed payment counts'
  | 'a retry has the date of tomorrow'
  | 'the date is that of the night'
  | 'amounts by the order of the tries'
  | 'amounts by the place in what is left'
  | 'a list that grows again'
  | 'a list that begins anew'

const AMOUNTS: Readonly<Record<string, string>> = { 'R-1': '10.00', 'R-2': '25.00' }
const REFERENCES = Object.keys(AMOUNTS)
const PAYMENTS = '/public/v1/customer-payments/'

/** Creates two invoices, pays them, and keeps a list of those that are paid. */
const paying =
  (bug?: Bug) =>
  (stage: Stage): { run(): Promise<void> } => {
    const { disk } = stage
    const service = new Service(stage, { tries: 1 })
    let tried = 0
    const find = async (reference: string): Promise<Answer | undefined> =>
      (await service.list(INVOICES)).find(({ reference_number }) => reference_number === reference)
    async function bring(reference: string, place = REFERENCES.indexOf(reference)): Promise<void> {
      if (await find(reference)) return
      const isRetry = disk.read(`tried ${reference}`) === true
      if (bug === 'a retry has the date of tomorrow') disk.write(`tried ${reference}`, true)
      const today = new Date(stage.now()).toISOString().slice(0, 10)
      const date = bug === 'the date is that of the night' ? today : isRetry ? '2026-01-16' : '2026-01-15'
      const amounts = Object.values(AMOUNTS)
      const byTry = bug === 'amounts by the order of the tries' ? amounts[tried++ % 2] : undefined
      const byPlace = bug === 'amounts by the place in what is left' ? amounts[place] : undefined
      const rate = byTry ?? byPlace ?? AMOUNTS[reference]
      const items = [{ item_id: 1, quantity: 1, rate }]
      const body = { company_id: 1, customer_id: 1, date, reference_number: reference, items }
      await service.post(INVOICES, body, `${reference}-${date}-${rate}`)
    }
    async function pay(reference: string): Promise<void> {
      const invoice = await find(reference)
      if (!invoice || disk.read(`paid ${reference}`)) return
      const note = (): void => {
        const list = disk.read<string[]>('list') ?? []
        const isNew = bug === 'a list that grows again' || !list.includes(reference)
        if (isNew) disk.write('list', [...list, reference])
        disk.write(`paid ${reference}`, true)
      }
      if (bug === 'paid before it is sent') note()
      const { number: invoice_number, amount_due: amount, date } = invoice
      const money = { company_id: 1, customer_id: 1, currency_iso_4217_code: 'USD', exchange_rate: '1' }
      const body = { ...money, date, check_number: '', memo: '', items: [{ invoice_number, amount }] }
      if (Number(amount) > 0)
        await service.post(PAYMENTS, body, `pay-${reference}`).catch((error) => {
          if (bug !== 'a failed payment counts') throw error
        })
      note()
    }
    return {
      async run() {
        const left = disk.read<string[]>('left') ?? REFERENCES
        const failed: string[] = []
        for (const [place, reference] of left.entries())
          try {
            await bring(reference, place)
          } catch {
            failed.unshift(reference)
            if (bug === 'a list that begins anew') disk.write('list', [])
          }
        if (bug === 'amounts by the place in what is left' && failed.length === 2) disk.write('left', failed)
        else for (const reference of failed) await bring(reference).catch(() => undefined)
        for (const reference of REFERENCES) await pay(reference).catch(() => undefined)
        if (bug === 'a list that begins anew' && failed.length > 0) disk.write('list', [])
      },
    }
  }

const experiment = (bug?: Bug): Omit<Experiment, 'check'> => ({
  world: createSimulator(),
  start: paying(bug),
})

/** What calm runs of the program propose: of the kind, and the rest. */
async function proposedFor(kind: RegExp, bug?: Bug) {
  const { oracles } = await explore.propose(experiment(bug))
  const names = { mirrorEquals, noDuplicates, nothingLost, usesIdempotencyKeys }
  const checks = oracles.map(({ text, code }) => ({
    text,
    check: new Function(...Object.keys(names), `return ${code}`)(
      ...Object.values(names),
    ) as Experiment['check'],
  }))
  const [own, rest] = [true, false].map((isOwn) =>
    checks.filter(({ text }) => kind.test(text) === isOwn).map(({ check }) => check),
  ) as [Experiment['check'][], Experiment['check'][]]
  return { own, rest }
}

const BUGS = [
  ['as much is paid', 'paid before it is sent'],
  ['as much is paid', 'a failed payment counts'],
  ['has its `date`', 'a retry has the date of tomorrow'],
  ['has its `date`', 'the date is that of the night'],
  ['has its `amount`', 'amounts by the order of the tries'],
  ['has its `amount`', 'amounts by the place in what is left'],
  ['Your list `list`', 'a list that grows again'],
  ['Your list `list`', 'a list that begins anew'],
] as const

describe('a check that is proposed', () => {
  it.each(sampled(BUGS, 2))(
    '%s: alone finds a program with the bug: %s',
    { timeout: 120_000 },
    async (kind, bug) => {
      const { own, rest } = await proposedFor(new RegExp(kind), bug)
      const options = { ...experiment(bug), budget: { runs: 100 } }
      expect((await explore.once({ ...options, check: allOf(...own, ...rest) }, [])).survived).toBe(true)
      const { failure } = await explore({ ...options, check: allOf(...own) })
      expect(failure?.plan.length).toBeGreaterThan(0)
      const again = await explore.once({ ...options, check: allOf(...rest) }, failure?.plan ?? [])
      expect(again.failure?.story).toBeUndefined()
    },
  )

  it('accuses no correct program', { timeout: 120_000 }, async () => {
    const { own, rest } = await proposedFor(/./)
    const runs = isThorough ? 200 : 40
    expect([own.length, rest.length]).toEqual([8, 0])
    const report = await explore({ ...experiment(), check: allOf(...own), budget: { runs } })
    expect(report.failure?.story).toBeUndefined()
    expect(report.runs).toBe(runs)
  })
})
