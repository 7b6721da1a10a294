import type { Row } from '../../kernel/store'
import { type Draft, numberOf, textOf } from '../columns'
import { openDay } from '../open-day'
import { create } from '../operations/create'
import { save, touch } from '../save'
import { Work } from '../work'
import { authorOf, type ContractScene, rateOn, resourceOf } from './contract-scene'
import { lock } from './lock'
import { relieved } from './relieved'

/** What the schedule of a contract says of one entry. */
export interface Entry {
  readonly date: string
  readonly transaction_date: unknown
  readonly amount: string
  readonly performance_obligation_id: unknown
  readonly income_account_number: unknown
  readonly deferral_account_number: unknown
}

/** A draft; one dated in a locked period stands on the first open day (docs/service.md §13.4). */
export function addRecognition(scene: ContractScene, contract: Row, entry: Entry): Row {
  const { world, organization } = scene
  const { date } = entry
  const open = openDay(world, organization, numberOf(contract, 'company_id'), date)
  return create(world, resourceOf(scene, 'recognitions'), organization, authorOf(contract), {
    ...entry,
    date: open,
    transaction_date: entry.transaction_date ?? date,
    contract_id: contract.id,
    company_id: contract.company_id,
    currency_iso_4217_code: contract.currency_iso_4217_code,
    exchange_rate: rateOn(scene, contract, open),
    record_status: 'draft',
  })
}

/** Posts an entry on its day, or moves it to the first open one. */
export function recogniseDay(scene: ContractScene, contract: Draft, due: readonly Row[]): void {
  for (const entry of due) {
    const date = textOf(entry, 'date')
    const open = openDay(scene.world, scene.organization, numberOf(contract, 'company_id'), date)
    if (open === date) post(scene, contract, entry)
    else move(scene, entry, open)
  }
}

function post(scene: ContractScene, contract: Draft, entry: Row): Row {
  lock(scene, contract)
  return change(scene, contract, entry, { record_status: 'posted' })
}

/** Writes an entry anew, with its ledger transaction at the rate of its day. */
export function change(scene: ContractScene, contract: Row, entry: Row, members: Row): Row {
  const { world, organization } = scene
  const draft: Draft = { ...entry, ...members }
  const work = new Work(
    world,
    resourceOf(scene, 'recognitions'),
    organization,
    authorOf(contract),
    entry,
    draft,
    new Set(Object.keys(members)),
  )
  draft.exchange_rate = rateOn(scene, contract, textOf(draft, 'date'))
  Object.assign(
    draft,
    relieved(scene, contract, draft, (value) => work.round(value)),
  )
  return save(work)
}

/** Nothing else of a draft is touched, so the lock that made it move does not matter. */
function move({ world, organization, rules }: ContractScene, entry: Row, date: string): void {
  const draft = { ...entry, date }
  touch(world, draft)
  world.store.table(organization, rules.recognitions).put(draft)
}
