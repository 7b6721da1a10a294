import type {
  AssumptionId,
  AssumptionOverrides,
  RegisteredAssumption,
  SimulatorOptions,
} from 'accounting-simulator'
import { callText } from './call'
import { overridesOf } from './checkpoints'
import type { Difference } from './difference'
import type { AssumptionFindings } from './search'
import type { Suggestion } from './suggest'

/** An assumption that the recording contradicts. */
export interface Contradicted {
  /** The assumption, as `simulator.assumptions.register()` lists it. */
  readonly id: AssumptionId
  /** The value in force in the simulator that replayed. */
  readonly here: unknown
  /** The values that fit the recording. */
  readonly fits: readonly unknown[]
  /** The section of docs/service.md that states the rule. */
  readonly section: string
  /** The rule. */
  readonly text: string
}

/** The result of replaying a recording. */
export interface ReplayReport {
  /** The number of exchanges with the service. */
  readonly exchanges: number
  /** The number of exchanges with equal answers. */
  readonly alike: number
  /** The number of further exchanges with equal status and headers, whose response body was not recorded. */
  readonly alikeWithoutBody: number
  /** Differences with the options that were given. */
  readonly differences: readonly Difference[]
  /** Differences that remain with `assumptions`, because no alternative explains them. */
  readonly unexplained: readonly Difference[]
  /** Exchanges that could not be fully compared, with the reason. */
  readonly notCompared: readonly { readonly exchange: number; readonly call: string; readonly why: string }[]
  /** Contradicted assumptions that exactly one other value explains. */
  readonly contradicted: readonly Contradicted[]
  /** Contradictions that several values or several assumptions would explain. */
  readonly undecided: readonly Contradicted[]
  /** Ids of assumptions whose other values all contradict the recording. */
  readonly confirmed: readonly AssumptionId[]
  /** Ids of assumptions with alternatives that the recording does not contradict. */
  readonly silent: readonly AssumptionId[]
  /** The option `assumptions` with the fewest differences. */
  readonly assumptions: AssumptionOverrides
  /**
   * The options for `createSimulator` with the fewest differences: `assumptions`, and if needed `answers` and
   * `rateLimits` with texts, formats, members, statuses and limits of the service (docs/service.md §17).
   */
  readonly options: Pick<SimulatorOptions, 'answers' | 'rateLimits'> & {
    readonly assumptions: AssumptionOverrides
  }
  /** Differences that remain with `options`. */
  readonly left: readonly Difference[]
  /** The origin of the service in the recording. */
  readonly origin: string
  /** The number of API keys in the recording. Each is replayed with its own key of one organisation. */
  readonly keys: number
  /** The number of exchanges with others, and of requests without an answer. */
  readonly ignored: number
  /** The number of CORS preflights of a browser, which are left out. */
  readonly preflights: number
  /** True if the last line was incomplete, as after a killed recorder, and therefore left out. */
  readonly isCutOff: boolean
}

export interface RegisteredSwitch extends Pick<RegisteredAssumption, 'id' | 'section' | 'text' | 'default'> {
  readonly isSwitch: boolean
}

interface ReportSource extends Pick<ReplayReport, 'origin' | 'keys' | 'ignored' | 'preflights' | 'isCutOff'> {
  readonly findings: AssumptionFindings
  readonly suggestion: Suggestion
  readonly register: readonly RegisteredSwitch[]
  readonly inForce: AssumptionOverrides
}

const BODY_NOT_HELD =
  'the body of the answer, which the recording does not hold; status and headers were compared'

export function replayReport({
  findings,
  suggestion,
  register,
  inForce,
  ...told
}: ReportSource): ReplayReport {
  const { base, best, turned, fits, rivals, doubted } = findings
  const answered = base.outcomes.filter(({ call }) => call.answer.status !== 0)
  const agreeing = answered.filter(({ differences, notCompared }) => differences.length === 0 && !notCompared)
  const values: Readonly<Record<string, unknown>> = inForce
  const inForceOf = (id: AssumptionId): unknown =>
    values[id] ?? register.find((one) => one.id === id)?.default
  const accusation = (id: AssumptionId, values: readonly unknown[]): Contradicted => {
    const { section = '', text = '' } = register.find((one) => one.id === id) ?? {}
    return { id, here: inForceOf(id), fits: values, section, text }
  }
  const accused = [...turned.keys()]
  const isCertain = (id: AssumptionId): boolean => fits.get(id)?.length === 1 && !rivals.has(id)
  const suspected = new Map<AssumptionId, unknown[]>()
  for (const id of accused.filter((one) => !isCertain(one))) {
    suspected.set(id, [...(fits.get(id) ?? [])])
    for (const rival of rivals.get(id) ?? [])
      suspected.set(rival.id, [...new Set([...(suspected.get(rival.id) ?? []), rival.value])])
  }
  const others = register.filter(({ id, isSwitch }) => isSwitch && !turned.has(id) && !suspected.has(id))
  const confirmed = others
    .filter(({ id }) => fits.get(id)?.length === 0 && !doubted.has(id))
    .map(({ id }) => id)
  const assumptions = { ...inForce, ...overridesOf(turned) }
  return {
    exchanges: answered.length,
    alike: agreeing.filter(({ call }) => call.answer.isHeld).length,
    alikeWithoutBody: agreeing.filter(({ call }) => !call.answer.isHeld).length,
    differences: base.outcomes.flatMap(({ differences }) => differences),
    unexplained: best.outcomes.flatMap(({ differences }) => differences),
    notCompared: answered.flatMap(({ call, notCompared }) => {
      const why = notCompared ?? (call.answer.isHeld ? undefined : BODY_NOT_HELD)
      return why === undefined ? [] : [{ exchange: call.index, call: callText(call), why }]
    }),
    contradicted: accused.filter(isCertain).map((id) => accusation(id, fits.get(id) ?? [])),
    undecided: [...suspected].map(([id, values]) => accusation(id, values)),
    confirmed: confirmed.sort(),
    silent: others
      .map(({ id }) => id)
      .filter((id) => !confirmed.includes(id))
      .sort(),
    assumptions,
    options: { assumptions, ...suggestion.own },
    left: suggestion.left,
    ...told,
    ignored: told.ignored + base.outcomes.length - answered.length,
  }
}
