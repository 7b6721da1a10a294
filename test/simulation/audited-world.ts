import {
  createSimulator,
  isRefusal,
  type Simulator,
  type SimulatorOptions,
  type Snapshot,
} from 'accounting-simulator'
import { expect } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import { registry } from '../../src/resources/registry'
import { contentOf } from '../support/content'
import { changedTables, idsOf, putBack } from '../support/put-back'
import { cents, centsText } from './arithmetic'
import { invoiceBody, journalBody, paymentBody } from './bodies'
import type { Verdict } from './bodies-and-verdicts'
import { LedgerModel } from './ledger-model'
import type { Move, Step } from './step'

interface World {
  simulator: Simulator
  model: LedgerModel
  snapshots: { mark: Snapshot; model: LedgerModel }[]
}

const KINDS = {
  invoice: { set: 'invoices', path: 'invoices' },
  payment: { set: 'customerPayments', path: 'customer-payments' },
  'journal entry': { set: 'journalEntries', path: 'journal-entries' },
} as const

interface Reply {
  number: number
  amount: string
  record_status: string
  transaction_ids: number[]
}

/** The simulator and its auditor, given the same commands. */
export class AuditedWorld {
  readonly #worlds: World[]
  #world: World
  /** How often each outcome was seen, so that a test can tell whether the run was worth anything. */
  readonly seen = new Map<string, number>()

  /** Without an audit the replies are taken as they come: for tests that only need a workload. */
  constructor(
    private readonly audits = true,
    private readonly strict = true,
  ) {
    const options: SimulatorOptions = { strict, rateLimits: false }
    this.#world = { simulator: createSimulator(options), model: new LedgerModel(), snapshots: [] }
    this.#worlds = [this.#world]
  }

  get simulator(): Simulator {
    return this.#world.simulator
  }

  async take(move: Move): Promise<void> {
    const { simulator, model, snapshots } = this.#world
    switch (move.do) {
      case 'advance':
        await simulator.clock.advance({ hours: move.hours })
        return
      case 'snapshot':
        snapshots.push({ mark: simulator.snapshot(), model: model.clone() })
        return
      case 'restore': {
        const kept = snapshots[move.slot % Math.max(snapshots.length, 1)]
        if (!kept) return
        simulator.restore(kept.mark)
        this.#world.model = kept.model.clone()
        this.#world.snapshots = snapshots.slice(0, snapshots.indexOf(kept) + 1)
        return
      }
      case 'fork':
        this.#enter({ simulator: simulator.fork(), model: model.clone(), snapshots: [] })
        return
      case 'export and import': {
        const world = simulator.export()
        // Without its fingerprint the file is checked in full.
        const { fingerprint: _, ...unchecked } = world
        const other = createSimulator({ strict: !this.strict, world: unchecked })
        expect(JSON.stringify(other.export().tables)).toBe(JSON.stringify(world.tables))
        const twin = createSimulator({ world })
        expect(JSON.stringify(twin.export())).toBe(JSON.stringify(world))
        this.#enter({ simulator: twin, model: model.clone(), snapshots: [] })
        return
      }
      case 'send back':
        await this.#sendBack(move.type, move.record)
        return
      case 'go to another fork':
        this.#world = this.#worlds[move.slot % this.#worlds.length] as World
        return
      default:
        await this.#command(move)
    }
  }

  #enter(world: World): void {
    this.#worlds.push(world)
    this.#world = world
  }

  /** A PUT of what a GET shows changes nothing (docs/service.md §5.1). */
  async #sendBack(type: number, record: number): Promise<void> {
    const { simulator } = this.#world
    const filled = registry.definitions.filter((one) => idsOf(simulator, one).length > 0)
    const definition = filled[type % filled.length] as Definition
    const ids = idsOf(simulator, definition)
    const before = contentOf(simulator)
    expect(await putBack(simulator, definition, ids[record % ids.length] as number)).toEqual([])
    expect(changedTables(before, contentOf(simulator)), definition.name).toEqual([])
    this.#count(`${definition.name} sent back`)
  }

  async #command(step: Step): Promise<void> {
    const { model } = this.#world
    const list =
      step.do === 'invoice' ? model.invoices : step.do === 'payment' ? model.payments : model.journals
    const number = step.edits === null ? undefined : numberToEdit(list, step.edits)
    const [body, verdict] = verdictOf(model, step, number)
    const told = `${step.do} ${number ?? 'new'} ${JSON.stringify(body)}`
    const reply = await this.#send(step, number, body)
    this.#count(
      `${step.do} ${'refused' in verdict ? `refused for ${verdict.refused.join(' ')}` : verdict.status}`,
    )
    if (!this.audits) return
    if ('refused' in verdict) expect(reply, told).toEqual({ status: 422, members: verdict.refused })
    else
      expect(reply, told).toMatchObject({
        status: 200,
        record: { number: number ?? list.length, amount: verdict.amount, record_status: verdict.status },
      })
    if ('record' in reply && !('refused' in verdict))
      expect(reply.record.transaction_ids, told).toHaveLength(verdict.transactions)
  }

  #count(outcome: string): void {
    this.seen.set(outcome, (this.seen.get(outcome) ?? 0) + 1)
  }

  async #send(
    { wire, do: kind }: Step,
    number: number | undefined,
    body: object,
  ): Promise<{ status: number; record: Reply } | { status: number; members: string[] }> {
    const { simulator } = this.#world
    const { set, path } = KINDS[kind]
    if (wire) {
      const response = await simulator.fetch(
        `/public/v1/${path}/${number === undefined ? '' : `${number}/`}`,
        {
          method: number === undefined ? 'POST' : 'PUT',
          headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
      )
      const answer = (await response.json()) as Reply & { errors?: Record<string, string[]> }
      return answer.errors
        ? { status: response.status, members: Object.keys(answer.errors).sort() }
        : { status: response.status, record: answer }
    }
    const records = simulator.records[set] as unknown as {
      create(body: object): Reply
      update(number: number, body: object): Reply
    }
    try {
      return {
        status: 200,
        record: number === undefined ? records.create(body) : records.update(number, body),
      }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { status: error.status, members: Object.keys(error.errors).sort() }
    }
  }

  /** Compares the world entered last with its auditor. */
  audit(): void {
    auditWorld(this.#world)
  }

  /** Compares every fork: nothing done in one may show in another. */
  auditAll(): void {
    for (const world of this.#worlds) auditWorld(world)
  }
}

/** Mostly one that still can be edited. */
function numberToEdit(list: readonly { status: string }[], slot: number): number | undefined {
  const all = list.map((_, index) => index + 1)
  const editable = all.filter((number) => list[number - 1]?.status !== 'archived')
  const some = slot % 5 === 0 || editable.length === 0 ? all : editable
  return some[slot % Math.max(some.length, 1)]
}

function verdictOf(model: LedgerModel, step: Step, number: number | undefined): [object, Verdict] {
  if (step.do === 'invoice') {
    const body = invoiceBody(step)
    return [body, model.invoice(body, number)]
  }
  if (step.do === 'payment') {
    const body = paymentBody(step, model)
    return [body, model.payment(body, number)]
  }
  const body = journalBody(step)
  return [body, model.journal(body, number)]
}

function auditWorld({ simulator, model }: World): void {
  for (const [index, one] of model.invoices.entries()) {
    const due = one.status === 'archived' ? 0n : one.amount - one.paid
    const shown = simulator.records.invoices.get(index + 1)
    expect(
      [shown.amount, shown.paid_total, shown.amount_due, shown.record_status],
      `invoice ${index + 1}`,
    ).toEqual([centsText(one.amount), centsText(one.paid), centsText(due), one.status])
  }
  for (const [index, one] of model.payments.entries()) {
    const shown = simulator.records.customerPayments.get(index + 1)
    expect([shown.amount, shown.customer_id, shown.record_status], `payment ${index + 1}`).toEqual([
      centsText(one.amount),
      one.customer,
      one.status,
    ])
  }
  const lines = simulator.books.trialBalance()
  // An amount too small to be seen in the company's currency leaves lines of 0.00, which are no concern of a balance.
  const moved = lines.filter(({ debits, credits }) => debits !== '0.00' || credits !== '0.00')
  const shown = moved.map(({ company_id, account_number, debits, credits }) => [
    `${company_id} ${account_number}`,
    { debits, credits },
  ])
  const expected = [...model.trialBalance()].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(shown, 'trial balance').toEqual(expected)
  for (const company of [1, 2]) {
    const own = lines.filter((line) => line.company_id === company)
    const [debits, credits] = [sum(own.map((line) => line.debits)), sum(own.map((line) => line.credits))]
    expect(debits, `debits of company ${company}`).toBe(credits)
  }
  expect(simulator.books.check()).toEqual([])
}

const sum = (amounts: string[]): bigint => amounts.reduce((all, one) => all + cents(one), 0n)
