/** Steps and tie-outs of fixed assets (docs/service.md §11.7). */
import { cents, centsText, converted } from '../simulation/arithmetic'
import { lastOfMonth, plusDays, plusMonths } from './days'
import type { LedgerIndex } from './ledger-index'
import { told } from './parts'
import { type Part, shared } from './schedules'
import type { RandomStep } from './steps'
import type { Story } from './story'

/** What the driver sent of an asset, and what had been written off when it changed it. */
export interface KnownAsset {
  readonly number: number
  readonly currency: string
  readonly rate: string
  readonly start: string
  cost: bigint
  life: number
  readonly method: string
  /** Whether the plan is still the first one, and every day of it was open. */
  isAsPlanned: boolean
  /** The postings before the last edit, which stay, and the day of that edit. */
  before: { readonly postings: string; readonly count: number; readonly day: string } | undefined
  /** In cents of the company's currency. */
  proceeds: bigint | undefined
  /** The day of its disposal, by which its months that are over are written off. */
  gone: string | undefined
}

const [COST, ACCUMULATED, EXPENSE, UNDEPOSITED, REALISED] = [1500, 1590, 6200, 1150, 7000]
const ASSETS_AT_ONCE = 8

const bodyOf = (asset: Omit<KnownAsset, 'number'>) => ({
  ...{ company_id: 1, name: 'Machine' },
  ...{ currency_iso_4217_code: asset.currency, exchange_rate: asset.rate },
  ...{ purchase_date: asset.start, depreciation_start_date: asset.start },
  ...{ cost: centsText(asset.cost), useful_life: asset.life, depreciation_method: asset.method },
  ...{ asset_account_number: COST, expense_account_number: EXPENSE },
  ...{ accumulation_account_number: ACCUMULATED, convention: 'full_month' },
})

/** Assets that still lose value. */
const working = ({ simulator, assets }: Story): KnownAsset[] =>
  assets.filter(({ number }) => simulator.records.fixedAssets.get(number).status === 'active')

function buy(story: Story): void {
  const { chance, simulator } = story
  if (working(story).length >= ASSETS_AT_ONCE) return
  const currency = chance.pick(['USD', 'EUR'])
  const asset = {
    ...{ currency, rate: currency === 'EUR' ? `1.${1000 + chance.below(9000)}` : '1' },
    start: plusDays(story.today, -chance.below(40)),
    cost: BigInt(50_000 + chance.below(1_000_000)),
    life: 3 + chance.below(24),
    method: chance.pick(['straight_line', 'double_declining']),
    ...{ isAsPlanned: story.locked === '', before: undefined, proceeds: undefined },
    gone: undefined,
  }
  story.try(`buy ${currency}`, () => {
    const { number } = simulator.records.fixedAssets.create(bodyOf(asset) as never)
    story.assets.push({ ...asset, number })
  })
}

function edit(story: Story): void {
  const { chance, simulator } = story
  const [asset] = chance.some(working(story), 1)
  if (!asset) return
  const postings = postingsOf(story, asset)
  const [cost, life] = [BigInt(50_000 + chance.below(1_000_000)), 3 + chance.below(24)]
  const body = bodyOf({ ...asset, cost, life })
  if (!story.try('edit asset', () => simulator.records.fixedAssets.update(asset.number, body as never)))
    return
  Object.assign(asset, { cost, life, isAsPlanned: false })
  asset.before = { postings: told(postings), count: postings.length, day: story.today }
}

function dispose(story: Story): void {
  const { chance, simulator } = story
  const [asset] = chance.some(working(story), 1)
  if (!asset) return
  const proceeds = BigInt(chance.below(500_000))
  const given = { date: story.today, proceeds: centsText(proceeds) }
  if (story.try('dispose', () => simulator.admin.assets.dispose(asset.number, given)))
    Object.assign(asset, { proceeds, gone: story.today })
}

export const assetSteps: readonly RandomStep[] = [
  { weight: 2, take: buy },
  { weight: 2, take: edit },
  { weight: 1, take: dispose },
]

/** What was written off of an asset, in cents of its own currency. */
const postingsOf = ({ simulator }: Story, { number }: KnownAsset): Part[] =>
  simulator.books.entries({ asset: number, record: { type: 'depreciations' } }).map(({ date, lines }) => ({
    date,
    amount: cents(lines.find((line) => line.account_number === EXPENSE)?.amount_in_record_currency ?? '0.00'),
  }))

export function assetProblems(story: Story, ledger: LedgerIndex): string[] {
  const values = new Map(story.simulator.books.assets().map((one) => [one.number, one]))
  const problems = story.assets.flatMap((asset) => {
    const shown = values.get(asset.number)
    const found = shown ? problemsOf(story, ledger, asset, shown) : ['is not in the books']
    return found.map((text) => `asset ${asset.number}: ${text}`)
  })
  const lost = ledger.balance(EXPENSE)
  const carried = story.assets.reduce((sum, { number }) => sum + ledger.ofAsset(number).lost, 0n)
  return lost === carried
    ? problems
    : [...problems, `expense ${centsText(lost)}, of the assets ${centsText(carried)}`]
}

interface Shown {
  readonly cost: string
  readonly accumulated: string
  readonly book_value: string
}

function problemsOf(story: Story, ledger: LedgerIndex, asset: KnownAsset, shown: Shown): string[] {
  const found: string[] = []
  const same = (what: string, one: bigint, other: bigint): void => {
    if (one !== other) found.push(`${what} is ${centsText(one)}, not ${centsText(other)}`)
  }
  const { lost, on, postings } = ledger.ofAsset(asset.number)
  const cost = converted(asset.cost, asset.rate)
  const moved = (account: number): bigint => on.get(account) ?? 0n
  const isGone = asset.proceeds !== undefined
  same('cost', cents(shown.cost), isGone ? 0n : cost)
  same('accumulated', cents(shown.accumulated), isGone ? 0n : lost)
  same('book value', cents(shown.book_value), isGone ? 0n : cost - lost)
  same('on its accumulation account', moved(ACCUMULATED), isGone ? 0n : -lost)
  same('on its cost account', moved(COST), isGone ? -cost : 0n)
  same('proceeds', moved(UNDEPOSITED), asset.proceeds ?? 0n)
  same('gain', -moved(REALISED), isGone ? (asset.proceeds ?? 0n) - (cost - lost) : 0n)
  const { status } = story.simulator.records.fixedAssets.get(asset.number)
  const isOver = lost === cost
  if (!isGone && (status === 'fully_amortized') !== isOver)
    found.push(`${status} with ${centsText(cost - lost)} left`)
  found.push(...planProblems(story, asset, postings))
  return found
}

/** By the first plan where it still holds, else nothing behind the edit. */
function planProblems(story: Story, asset: KnownAsset, postings: readonly Part[]): string[] {
  const { before } = asset
  if (before) {
    const early = postings.slice(before.count).filter(({ date }) => date < before.day)
    return [
      ...(told(postings.slice(0, before.count)) === before.postings
        ? []
        : ['an edit changed what was posted']),
      ...(early.length > 0 ? [`after the edit of ${before.day} it posted ${told(early)}`] : []),
    ]
  }
  if (!asset.isAsPlanned || asset.method !== 'straight_line' || story.locked !== '') return []
  const due = told(planOf(asset).filter(({ date }) => date <= (asset.gone ?? story.today)))
  return told(postings) === due ? [] : [`wrote off ${told(postings)}, not ${due}`]
}

/** Equal parts on the ends of its months. */
function planOf({ cost, life, start }: KnownAsset): Part[] {
  const amounts = shared(
    cost,
    Array.from({ length: life }, () => 1n),
  )
  const first = `${start.slice(0, 7)}-01`
  return amounts.map((amount, month) => ({ date: lastOfMonth(plusMonths(first, month)), amount }))
}
