import type { Registry } from '../engine/model/compiled-type'
import { OptionError } from '../errors/option-error'
import type { Coverage } from '../events/coverage/coverage'
import { environment } from '../host-time/environment'
import { lineFileIn, readTextFile } from '../host-time/line-file'
import { didYouMean } from '../kernel/nearest-name'
import { faultReach } from '../service/fault-reach'
import { memberPaths } from '../service/mutants/body-changes'
import { type Mutant, readMutant, readMutantsByTest, UNCHANGED } from '../service/mutants/mutant'
import { type MutantFact, TEST_AT_HAND } from '../service/mutants/mutant-fact'

export const MUTANT_VARIABLE = 'ACCOUNTING_MUTANT'
/** Names the folder in which runs write their facts for the command. */
const FACTS_VARIABLE = `${MUTANT_VARIABLE}_FACTS`

export interface MutationOrder {
  /** The mutant that every test plays; undefined if there is none. */
  readonly mutant: Mutant | undefined
  /** The mutant that a test plays, as each may have its own. Undefined: its requests are only observed. */
  readonly mutantIn: (test: string | null) => Mutant | undefined
  /** The label of the key that marks the program's requests; undefined if the channel decides. */
  readonly onlyKey: string | undefined
  /** Tests in which the first response of an operation is lost. */
  readonly lostResponses: readonly { readonly test: string | null; readonly on: string }[]
  /** Mutants that were predicted to need a run; undefined if no prediction is wanted. */
  readonly predicted: Set<string> | undefined
  /** The running test: from its simulator, or else from the tests' own process. */
  readonly testOf: (coverage: Pick<Coverage, 'by'>) => string | null
  readonly tell: (fact: MutantFact) => void
  /** Like `tell`, but only once per process for each name. */
  readonly tellOnce: (name: string, fact: MutantFact) => void
}

let known: { readonly text: string; readonly order: MutationOrder } | undefined

/** @throws OptionError for an unknown mutant */
export function orderOf(text: string): MutationOrder {
  if (known?.text === text) return known.order
  const byTest = readMutantsByTest(text, MUTANT_VARIABLE)
  const mutant = byTest || text === UNCHANGED ? undefined : readMutant(text, MUTANT_VARIABLE)
  const folder = environment(FACTS_VARIABLE)
  const file = folder ? lineFileIn(folder) : undefined
  const tell = (fact: MutantFact): void => file?.append(JSON.stringify(fact))
  const lostResponses = environment(`${MUTANT_VARIABLE}_LOSES`)
  const told = new Set<string>()
  const order = {
    mutant,
    mutantIn: (test: string | null) => (byTest ? byTest.get(test ?? '') : mutant),
    onlyKey: environment(`${MUTANT_VARIABLE}_KEY`),
    predicted: environment(`${MUTANT_VARIABLE}_FORESEES`) ? new Set<string>() : undefined,
    lostResponses: lostResponses ? JSON.parse(lostResponses) : [],
    testOf: (coverage: Pick<Coverage, 'by'>) =>
      coverage.by() ?? (folder ? readTextFile(`${folder}/${TEST_AT_HAND}`) : null),
    tell,
    tellOnce: (name: string, fact: MutantFact): void => {
      if (told.has(name)) return
      told.add(name)
      tell(fact)
    },
  }
  known = { text, order }
  return order
}

/** @throws OptionError for an unknown mutant, or an operation or member that it cannot be played on */
export function checkedOrder(text: string, registry: Registry): MutationOrder {
  const order = orderOf(text)
  // The command plays only mutants that it has seen, perhaps in a world with other record types.
  if (order.mutant && !environment(FACTS_VARIABLE)) checkOperation(order.mutant, registry)
  return order
}

function checkOperation({ kind, operation, member }: Mutant, registry: Registry): void {
  if (operation === '') return
  const { routes, topics } = faultReach(registry)
  const known =
    kind === 'delivery-not-handled'
      ? topics().map((topic) => `DELIVERY ${topic}`)
      : routes.all.map(({ key }) => key)
  if (!known.includes(operation)) throw unknown(`${kind} has no operation`, operation, known)
  // For all other kinds with a member, that member is a parameter.
  if (member === '' || kind === 'filter-left-out') return
  const paths = memberPaths(routes.all.find(({ key }) => key === operation)?.operation)
  if (!paths.includes(member)) throw unknown(`${operation} takes no member`, member, paths)
}

const unknown = (text: string, name: string, known: readonly string[]): OptionError =>
  new OptionError(MUTANT_VARIABLE, `${MUTANT_VARIABLE}: ${text} ${name}${didYouMean(name, known)}`)
