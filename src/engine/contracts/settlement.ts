import { invariant } from '../../kernel/invariant'
import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { type MutableRow, numberOf, textOf, textOrNull } from '../model/row'
import { refusedIn } from '../write/all-or-nothing'
import { create } from '../write/create'
import { noteDone, noteUndone } from '../write/undone'
import { authorOf, type ContractContext, LOCKED, rateOn, retryDay, taskOf, typeOf } from './context'
import { openBalances } from './deferral/deferral'
import { deferralPlanOf } from './deferral/deferral-plan'
import { deferralStateOf } from './deferral/defers'

/** The day of the settlement of a terminated contract, or of the next attempt; undefined once it is settled. */
export function settlementDay(contract: Row): string | undefined {
  const day = textOrNull(contract, 'settles_on')
  if (contract.status !== 'terminated' || day === null) return undefined
  return textOrNull(contract, 'settle_again_on') ?? day
}

/**
 * Settles a terminated contract once its day has come. Billed but unearned amounts are credited; earned but
 * unbilled amounts are invoiced.
 */
export function settleTermination(context: ContractContext, contract: MutableRow): void {
  const { world } = context
  const { today } = world.clock
  const day = settlementDay(context.retriesNow ? { ...contract, settle_again_on: null } : contract)
  if (day === undefined || day > today) return
  const date = textOf(contract, 'settles_on')
  const open = firstOpenDate(context, numberOf(contract, 'company_id'), date)
  const task = taskOf(context, contract, date, 'settlement')
  const isCredited = world.assumptions.read('contract-terminate') === 'credit'
  const errors =
    open > today ? LOCKED : isCredited ? refusedIn(world, () => settle(context, contract, open)) : undefined
  if (errors) {
    noteUndone(context, task, errors, 'waiting')
    contract.settle_again_on = retryDay(context)
  } else {
    noteDone(context, task)
    Object.assign(contract, { settles_on: null, settle_again_on: null })
  }
}

/** Creates one document over all accounts, except contract assets that are invoiced outside the service. */
function settle(context: ContractContext, contract: Row, date: string): void {
  const plan = deferralPlanOf(context, contract.id)
  invariant(plan, `contract ${String(contract.id)} was never active`)
  const open = openBalances(deferralStateOf(context, plan), plan)
  if (open.length === 0) return
  const total = sum(open.map(([, amount]) => amount))
  const isOwed = total.lt(0)
  create(
    { ...context, actor: authorOf(contract) },
    typeOf(context, isOwed ? 'invoices' : 'credits'),
    {
      date,
      company_id: contract.company_id,
      customer_id: contract.customer_id,
      currency_iso_4217_code: contract.currency_iso_4217_code,
      exchange_rate: rateOn(context, contract, date),
      memo: `Termination of ${textOf(contract, 'name') || `contract ${String(contract.number)}`}`,
      ...(isOwed && { term_id: contract.term_id }),
      items: [{ item_id: plan.sold[0]?.item_id, quantity: '1', rate: amountText(total.abs()), position: 1 }],
    },
    (after) => Object.assign(after, { contract_id: contract.id, settles_contract: true }),
  )
}
