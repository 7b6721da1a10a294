import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import type { Row, Table } from '../../kernel/store'
import { type RowIn, table } from '../../kernel/table-shape'
import { decimalOf, linesOf, numberOf, numberOrNull, textOf } from '../model/row'
import { ACCOUNTS } from '../model/tables'
import type { ScheduledAmount } from '../recognition/schedule'
import type { Write } from '../write/write'
import { isUsage, strategyOf } from './conditions'
import { type ContractContext, givenSchedule } from './context'
import { planDeferral, soldAccounts } from './deferral/deferral-plan'
import { addRecognition } from './recognition'
import { billingOf, scheduleOf } from './terms'

/** A recognition entry or an instalment before it is stored. */
export interface Planned {
  readonly date: string
  readonly amount: Decimal
  /** Undefined if a given schedule names none. */
  readonly obligation: Row | undefined
  readonly given?: Row
}

/** Plans an activated contract: draft recognition entries, and instalments (§13.4, §13.5). */
export function planSchedule(write: Write, context: ContractContext): void {
  planDeferral(write, context)
  const contract = write.after
  const obligations = linesOf(contract, context.rules.obligations)
  const planned = datesInOrder(plannedRecognitions(write, obligations))
  for (const one of planned) planRecognition(write, context, one)
  planInstalments(context, contract, plannedInvoices(write, obligations, planned))
}

function plannedInvoices(
  write: Write,
  obligations: readonly Row[],
  planned: readonly Planned[],
): Instalment[] {
  const prepared = linesOf(write.after, 'prepared_invoices')
  if (prepared.length === 0)
    return datesInOrder(plannedBills(write, obligations, planned)).flatMap(instalmentOf)
  return prepared.map((body, index) => ({
    ...{ date: textOf(body, 'date'), planned_for: textOf(body, 'date'), waits_until: null },
    ...{ obligation_id: null, term_id: null, amount: '0.00' },
    part: `prepared invoice ${index + 1}`,
    prepared: body,
  }))
}

/** The assumptions behind the dates and amounts of each strategy. */
const ASSUMPTIONS = {
  straight_line: ['straight-line'],
  straight_line_start_end_even: ['straight-line-even'],
  daily_prorata: ['daily-prorata'],
  milestone: ['milestone'],
  immediate: ['immediate'],
  deposit_release: ['deposit-release'],
  usage: [],
  usage_tiered: [],
} as const

function plannedRecognitions(write: Write, obligations: readonly Row[]): Planned[] {
  const { assumptions } = write.world
  const given = givenSchedule(write.world, write.after)
  if (given.length > 0)
    return given.map((entry) => ({
      date: textOf(entry, 'date'),
      amount: decimal(textOf(entry, 'amount')),
      obligation: obligations.find((line) => line.position === entry.performance_obligation_id),
      given: entry,
    }))
  return obligations.flatMap((obligation) => {
    assumptions.noteUse(...ASSUMPTIONS[strategyOf(obligation)])
    const schedule = scheduleOf(write, obligation)
    return schedule.map(({ date, amount }) => ({ date, amount, obligation }))
  })
}

/** Plans equal instalments, or instalments on the dates of recognition. Usage is billed when reported. */
function plannedBills(write: Write, obligations: readonly Row[], recognised: readonly Planned[]): Planned[] {
  const { assumptions } = write.world
  const [first] = obligations
  return obligations.flatMap((obligation): readonly Planned[] => {
    if (isUsage(obligation) || obligation.skip_invoice_generation === true) return []
    assumptions.noteUse('billing-sync')
    const shares =
      obligation.sync_billing_with_recognition === true
        ? billedWithRecognition(write, obligation, obligation === first, recognised)
        : billingOf(write, obligation)
    return shares.map(({ date, amount }) => ({ date, amount, obligation }))
  })
}

/** Spreads the net over the obligation's recognition dates, else over all dates of the given schedule. */
function billedWithRecognition(
  write: Write,
  obligation: Row,
  isFirst: boolean,
  recognised: readonly Planned[],
): ScheduledAmount[] {
  if (givenSchedule(write.world, write.after).length === 0)
    return scheduleOf(write, obligation, { amount: decimalOf(obligation, 'net_amount') })
  const own = recognised.filter((one) => (one.obligation ?? (isFirst && obligation)) === obligation)
  const entries = own.length > 0 ? own : recognised
  const weights = entries.map(({ amount }) => amount)
  const parts = write.spread(decimalOf(obligation, 'net_amount'), weights)
  return entries.map(({ date }, index) => ({ date, amount: parts[index] ?? zero }))
}

const datesInOrder = (planned: readonly Planned[]): Planned[] =>
  [...planned].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))

export function planRecognition(write: Write, context: ContractContext, planned: Planned): void {
  const { date, amount, obligation, given } = planned
  if (amount.eq(0)) return
  const [first] = linesOf(write.after, context.rules.obligations)
  const accounts = soldAccounts(write, obligation ?? first)
  addRecognition(context, write.after, {
    date,
    transaction_date: given?.transaction_date ?? null,
    amount: amountText(amount),
    performance_obligation_id: obligation?.id ?? null,
    income_account_number: numberOfAccount(write, given?.income_account_id) ?? accounts.income,
    deferral_account_number: numberOfAccount(write, given?.deferral_account_id) ?? accounts.deferral,
  })
}

const numberOfAccount = (write: Write, id: unknown): unknown => write.find(ACCOUNTS, 'id', id)?.number

export const instalmentOf = ({ date, amount, obligation }: Planned): Instalment[] =>
  amount.eq(0)
    ? []
    : [
        {
          ...{ date, planned_for: date, waits_until: null },
          part: obligation?.term_id ? `invoice of term ${String(obligation.term_id)}` : 'invoice',
          obligation_id: obligation ? numberOf(obligation, 'id') : null,
          term_id: obligation ? numberOrNull(obligation, 'term_id') : null,
          amount: amountText(amount),
          prepared: null,
        },
      ]

/** All instalments of a contract in one row: a row each would make removals slower with each contract. */
export const INSTALMENTS = table('contractInstalments', {
  id: 'count',
  instalments: [
    {
      date: 'date',
      /** The date before a period lock moved it. */
      planned_for: 'date',
      /** The day of the next attempt after a refusal, else null. */
      waits_until: 'date?',
      /** Instalments of the same part and day are billed on one invoice. */
      part: 'text',
      obligation_id: 'count?',
      term_id: 'count?',
      amount: 'decimal',
      /** The create body of a prepared invoice, else null. */
      prepared: 'object?',
    },
  ],
})

/** One share of an obligation that is still to be billed, or a prepared invoice. */
export type Instalment = RowIn<typeof INSTALMENTS>['instalments'][number]

const plansIn = ({ world, organization }: ContractContext): Table<RowIn<typeof INSTALMENTS>> =>
  world.store.table(organization, INSTALMENTS)

/** Returns the instalments of a contract that are still to be billed. */
export const plannedInstalments = (context: ContractContext, contract: Row): readonly Instalment[] =>
  plansIn(context).get(numberOf(contract, 'id'))?.instalments ?? []

export function planInstalments(
  context: ContractContext,
  contract: Row,
  instalments: readonly Instalment[],
): void {
  plansIn(context).put({ id: numberOf(contract, 'id'), instalments })
}
