import { FAILED } from '../../events/coverage/covered-facts'
import { isCreation } from '../../kernel/operation-text'
import type { Rank } from '../explore/plan/kind'
import { literal } from '../explore/plan/literal'
import type { CoverageRow } from './coverage-row'
import { COMMON_STATUSES, DELIVERIES, DIMENSIONS, OWN_STATUSES } from './dimensions'
import type { JoinedFact, JoinedFacts } from './joined-facts'
import type { CoverageDimension, MetRow, NeverMetRow } from './met-rows'
import { mostValuable, RANKS } from './most-valuable'
import { type CalledOperation, calledOperations, type OfferedOperations } from './operations'
import { injected, servedWith } from './shell-lines'
import { placeOfTest } from './test-place'

export interface CoverageReport {
  /** If the command failed: its exit status, and those of its failed tests that are known. */
  readonly red?: { readonly status: number; readonly failed: readonly string[] }
  readonly operations: readonly {
    readonly operation: string
    readonly calls: number
    readonly statuses: Readonly<Record<string, number>>
    readonly notMet: readonly string[]
  }[]
  /** The number of operations that the program never calls. */
  readonly unused: number
  readonly dimensions: readonly CoverageDimension[]
  /** The most valuable missing tests, at most three. */
  readonly missing: readonly NeverMetRow[]
  /** Names of what could not be looked at, each with the reason. */
  readonly notCounted: readonly string[]
}

/** Facts that count as met. What an exploration or a replayed recording has met says nothing about the tests. */
const COUNTING: readonly string[] = ['test', 'receiver check']

/** Says what a suite of tests has met and what not. */
export function coverageReport(
  joined: JoinedFacts,
  offer: OfferedOperations,
  notCounted: readonly string[],
  status = 0,
): CoverageReport {
  const failed = failedIn(joined)
  const { operations, unused } = calledOperations(joined.all, offer)
  const survey = new Survey(joined.all, operations, failed)
  const own = operations.map((called) => ({ called, rows: survey.ownStatuses(called) }))
  const dimensions = [
    survey.dimension('statuses', [
      ...own.flatMap(({ rows }) => rows),
      ...(operations.length > 0 ? COMMON_STATUSES.flatMap((row) => survey.askedOf(row)) : []),
    ]),
    ...Object.entries(DIMENSIONS).map(([name, rows]) =>
      survey.dimension(
        name,
        rows.flatMap((row) => survey.askedOf(row)),
      ),
    ),
    survey.dimension(
      'assumptions',
      assumptionRows(joined.all, offer).flatMap((row) => survey.askedOf(row)),
    ),
  ]
  return {
    ...((status !== 0 || failed.length > 0) && { red: { status, failed } }),
    operations: own.map(({ called: { operation, calls, statuses }, rows }) => ({
      operation,
      calls,
      statuses,
      notMet: survey.dimension('statuses', rows).never.map(({ what }) => what),
    })),
    unused,
    dimensions,
    missing: mostValuable(dimensions).map(withPlace),
    notCounted,
  }
}

const failedIn = ({ all }: JoinedFacts): string[] =>
  [...new Set(all.filter(({ dimension }) => dimension === FAILED).map(({ what }) => what))].sort()

const withPlace = (row: NeverMetRow): NeverMetRow => {
  const nearAt = placeOfTest(row.near)
  return nearAt === undefined ? row : { ...row, nearAt }
}

/** Assumptions that the tests rest on and that an option can change: each should be tried the other way. */
function assumptionRows(facts: readonly JoinedFact[], { register }: OfferedOperations): CoverageRow[] {
  const tests = facts.filter(({ source }) => source === 'test')
  const lists = tests.filter(({ dimension }) => dimension === 'rested on')
  const restedOn = new Set(lists.flatMap(({ what }) => what.split(' ')))
  return register.flatMap(({ id, default: own, alternatives }) => {
    const other = alternatives.find((one) => one !== own)
    if (other === undefined || !restedOn.has(id)) return []
    const line = `createSimulator({ assumptions: { '${id}': ${literal(other)} } })`
    const shell = servedWith('--assume', `${id}=${String(other)}`)
    return [{ what: id, text: id, rank: 'rare', scope: 'operation', line: () => line, shell: () => shell }]
  })
}

/** A row, asked of one operation. */
interface Asked {
  readonly row: CoverageRow
  readonly operation: string
  /** True if this operation must meet it, and false if any may. */
  readonly isOwn: boolean
  readonly records: string
}

class Survey {
  readonly #failed: readonly string[]
  readonly #byCalls: readonly CalledOperation[]
  readonly #hasDeliveries: boolean
  /** True if there was any document, or would have been: a program of master data has no amounts. */
  readonly #hasDocuments: boolean

  constructor(
    private readonly facts: readonly JoinedFact[],
    operations: readonly CalledOperation[],
    failed: readonly string[],
  ) {
    this.#failed = failed
    const setUp = ({ operation }: CalledOperation): number => Number(isSetUp(operation))
    this.#byCalls = [...operations].sort((a, b) => setUp(a) - setUp(b) || b.calls - a.calls)
    this.#hasDeliveries =
      facts.some(({ dimension }) => dimension === 'webhooks') ||
      operations.some(({ operation }) => isSetUp(operation))
    this.#hasDocuments = facts.some(
      ({ dimension, what, source }) =>
        (dimension === 'states' || dimension === 'money' || what === 'closed period') && source === 'test',
    )
  }

  /** The success of an operation, and the refusals that it has of its own. */
  ownStatuses({ operation, records, documented, isWrite, success }: CalledOperation): Asked[] {
    const done: CoverageRow = {
      what: success,
      text: `answered ${success} (done)`,
      rank: 'often',
      scope: 'each write',
      line: () => `// ${operation} is only ever refused: add a test in which it succeeds`,
      shell: () => `# ${operation} is only ever refused: add a test in which it succeeds`,
    }
    const refusals = OWN_STATUSES.filter(
      ({ what }) => documented.includes(what) && (isWrite || what === '404'),
    )
    // A test can bring these about by a fault only.
    const setUp = isSetUp(operation) && !isCreation(operation) ? { onlyIf: BY_FAULT } : {}
    const rows = [done, ...refusals.map((row) => ({ ...row, ...(row.what !== '404' && setUp) }))]
    return rows.map((row) => ({ row, operation, isOwn: true, records }))
  }

  askedOf(row: CoverageRow): Asked[] {
    const { scope } = row
    if (scope === 'delivery')
      return this.#hasDeliveries ? [{ row, operation: DELIVERIES, isOwn: false, records: '' }] : []
    if (scope === 'document' && !this.#hasDocuments) return []
    if (row.writes && !this.#isPossible(row)) return []
    const writes = this.#byCalls.filter(({ isWrite }) => isWrite)
    const lists = this.#byCalls.filter(({ isList }) => isList)
    const fitting =
      scope === 'operation' || scope === 'document'
        ? [...writes, ...this.#byCalls]
        : scope === 'each write' || scope === 'write'
          ? writes
          : lists
    const isOwn = scope === 'each write' || scope === 'each list'
    return (isOwn ? fitting : fitting.slice(0, 1)).map(({ operation, records }) => ({
      row,
      operation,
      isOwn,
      records,
    }))
  }

  /** Tells whether the program can meet it. Whatever was met is possible. */
  #isPossible({ writes, what }: CoverageRow): boolean {
    const kind = writes === 'payments' ? /payments\// : /./
    return (
      this.facts.some((fact) => fact.what === what) ||
      this.#byCalls.some(
        ({ operation, isDocument, isWrite }) => isWrite && isDocument && kind.test(operation),
      )
    )
  }

  dimension(name: string, asked: readonly Asked[]): CoverageDimension {
    const met: MetRow[] = []
    const never: NeverMetRow[] = []
    const optional: NeverMetRow[] = []
    for (const one of asked) {
      const found = this.#find(name, one, COUNTING)
      const { row, operation } = one
      if (found)
        met.push({
          ...{ what: row.what, operation: found.operation || operation, by: namedBy(found) },
          ...(this.#failed.includes(found.by ?? '') && { isByFailed: true }),
        })
      else
        (row.onlyIf === undefined ? never : optional).push({
          what: row.what,
          operation,
          anyOperation: !one.isOwn,
          rank: rankOf(one),
          paste: this.#lineOf(one),
          text: row.text,
          near: this.#nearest(operation),
          ...(row.onlyIf !== undefined && { onlyIf: row.onlyIf }),
          explored: this.#find(name, one, ['exploration']) !== undefined,
        })
    }
    const inOrder = never.sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))
    return { name, met, never: inOrder, optional, of: met.length + never.length }
  }

  #find(
    dimension: string,
    { row, operation, isOwn }: Asked,
    sources: readonly string[],
  ): JoinedFact | undefined {
    return this.facts.find(
      (fact) =>
        fact.dimension === dimension &&
        fact.what === row.what &&
        (!isOwn || fact.operation === operation) &&
        sources.includes(fact.source),
    )
  }

  #nearest(operation: string): string | null {
    const near = this.facts.find(
      ({ dimension, operation: of, what, source }) =>
        source === 'test' &&
        (operation === DELIVERIES
          ? what === 'received'
          : dimension === 'statuses' && of === operation && what.startsWith('2')),
    )
    return near?.by ?? null
  }

  /** Tests that reach the simulator over HTTP only get a line for a shell. */
  #lineOf({ row, operation, records }: Asked): string {
    const fault = row.fault?.(operation)
    if (this.#isServed(operation)) return fault ? injected(fault) : (row.shell?.(operation, records) ?? '')
    if (fault) return `simulator.faults.inject(${literal(fault)})`
    return (this.#isOfNode ? row.lineOfNode : undefined) ?? row.line?.(operation, records) ?? ''
  }

  get #isOfNode(): boolean {
    return this.facts.some(({ dimension, what }) => dimension === 'runner' && what === 'node:test')
  }

  /** Deliveries belong to the simulator that they come from. */
  #isServed(operation: string): boolean {
    return this.facts.some(
      (fact) => fact.isServed && (fact.operation === operation || operation === DELIVERIES),
    )
  }
}

const BY_FAULT = 'your program changes webhooks while others do'

/** A webhook is registered once; and what is sent twice without harm may lose its answer. */
const rankOf = ({ row, operation, isOwn }: Asked): Rank => {
  if (isOwn && isSetUp(operation)) return 'rare'
  return row.what === 'lost answer' && !isCreation(operation) ? 'sometimes' : row.rank
}

/** A webhook is registered once in the life of an integration. */
const isSetUp = (operation: string): boolean => operation.includes('/webhooks/')

const namedBy = ({ source, by }: JoinedFact): string | null =>
  source === 'receiver check' ? 'checkReceiver' : by
