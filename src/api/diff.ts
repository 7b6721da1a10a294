import { type TrialBalanceLine, trialBalance } from '../engine/ledger/trial-balance'
import type { Scope } from '../engine/model/context'
import { LEDGER, type LedgerTransaction } from '../engine/model/tables'
import { type Cents, cents, centsText } from '../kernel/cents'
import { compareScalars } from '../kernel/compare-scalars'
import type { Change } from '../kernel/history'
import { type ChangedMembers, changedMembers, shownRecord } from './record-changes'

/** The differences between the records of one type. */
export interface RecordsDiff {
  /** Records that exist only in the later state, as `get` returns them. */
  readonly added: readonly Record<string, unknown>[]
  /** Records that exist only in the earlier state. */
  readonly removed: readonly Record<string, unknown>[]
  /** Records of both states, by identifier, with the members that differ. */
  readonly changed: readonly { readonly id: number; readonly changed: ChangedMembers }[]
}

/** An account with a different balance. Amounts are texts in the company's currency. */
export interface BalanceDiff
  extends Pick<TrialBalanceLine, 'company_id' | 'account_number' | 'account_name'> {
  /** In the earlier state. */
  readonly before: string
  /** In the later state. */
  readonly after: string
  /** `after` minus `before`. */
  readonly change: string
}

/** The differences between two states of a world. */
export interface WorldDiff {
  /** By the names of `simulator.records`. Types without differences are absent. */
  readonly records: Readonly<Record<string, RecordsDiff>>
  /** By company and account number. */
  readonly balances: readonly BalanceDiff[]
}

/** @param since the changes from the later state until now */
export function diffOf(scope: Scope, changes: readonly Change[], since: readonly Change[]): WorldDiff {
  const own = changes.filter((one) => one.scope === scope.organization)
  const records = scope.world.registry.definitions.flatMap(({ name }) => {
    const ofType = own.filter(({ table }) => table === name)
    return ofType.length === 0 ? [] : [[name, recordsDiff(scope, name, ofType)] as const]
  })
  return { records: Object.fromEntries(records), balances: balancesDiff(scope, own, since) }
}

function recordsDiff(scope: Scope, name: string, changes: readonly Change[]): RecordsDiff {
  const type = scope.world.registry.type(name)
  const ordered = [...changes].sort((one, other) => compareScalars(one.key, other.key))
  return {
    added: ordered.flatMap(({ before, after }) =>
      after && !before ? [shownRecord(scope, type, after)] : [],
    ),
    removed: ordered.flatMap(({ before, after }) =>
      before && !after ? [shownRecord(scope, type, before)] : [],
    ),
    changed: ordered.flatMap(({ key, before, after }) =>
      before && after ? [{ id: Number(key), changed: changedMembers(scope, type, before, after) }] : [],
    ),
  }
}

function balancesDiff(scope: Scope, changes: readonly Change[], since: readonly Change[]): BalanceDiff[] {
  const effect = (of: readonly Change[], side: 'before' | 'after'): TrialBalanceLine[] => {
    const ledger = of.filter(({ scope: owner, table }) => owner === scope.organization && table === LEDGER)
    return trialBalance(
      scope,
      {},
      ledger.flatMap((one) => (one[side] as LedgerTransaction | undefined) ?? []),
    )
  }
  const [added, removed] = [effect(changes, 'after'), effect(changes, 'before')]
  const after = sumOf([...trialBalance(scope), ...effect(since, 'before')], effect(since, 'after'))
  const change = sumOf(added, removed)
  const lines = new Map([...added, ...removed].map((line) => [lineKey(line), line]))
  return [...lines]
    .filter(([place]) => change(place) !== 0n)
    .map(([place, { company_id, account_number, account_name }]) => ({
      company_id,
      account_number,
      account_name,
      before: centsText(after(place) - change(place)),
      after: centsText(after(place)),
      change: centsText(change(place)),
    }))
    .sort((one, other) => one.company_id - other.company_id || one.account_number - other.account_number)
}

const lineKey = ({ company_id, account_number }: TrialBalanceLine): string =>
  `${company_id} ${account_number}`

/** The balance of each account over `lines`, minus its balance over `less`. */
function sumOf(
  lines: readonly TrialBalanceLine[],
  less: readonly TrialBalanceLine[],
): (place: string) => Cents {
  const sums = new Map<string, Cents>()
  const add = (line: TrialBalanceLine, sign: Cents): void => {
    const place = lineKey(line)
    sums.set(place, (sums.get(place) ?? 0n) + sign * cents(line.balance))
  }
  for (const line of lines) add(line, 1n)
  for (const line of less) add(line, -1n)
  return (place) => sums.get(place) ?? 0n
}
