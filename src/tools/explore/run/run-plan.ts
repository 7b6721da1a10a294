import { isOptionError } from '../../../errors/option-error'
import { requestUrl } from '../../../events/traffic/request-url'
import type { AssumptionOverrides as Assumptions } from '../../../index'
import { mapValues } from '../../../kernel/map-values'
import { messageOf } from '../../../kernel/message-of'
import { internalsOf } from '../../../simulator/internals-of'
import { patchHost } from '../../../virtual-time/patch-host'
import { brokenBooks } from '../../broken-books'
import type { End } from '../experiment'
import { guardHost } from '../host/host-guard'
import { complaintsOf } from '../oracles/all-of'
import { isOracle, noteOracles } from '../oracles/oracle'
import type { Plan } from '../plan/plan'
import type { ExperimentSettings } from '../read-experiment'
import type { PlanOutcome } from './events'
import { namedErrorText } from './process-supervisor'
import { VirtualTrial } from './virtual-trial'

/** Plans change the host while they are played, so they take turns. */
let turn: Promise<unknown> = Promise.resolve()

/** Plays one plan and checks its end. The service may answer open questions otherwise. */
export function runPlan(
  settings: ExperimentSettings,
  plan: Plan,
  otherwise?: Assumptions,
): Promise<PlanOutcome> {
  const outcome = turn.then(() => play(settings, plan, otherwise))
  turn = outcome.catch(() => undefined)
  return outcome
}

async function play(settings: ExperimentSettings, plan: Plan, otherwise?: Assumptions): Promise<PlanOutcome> {
  patchHost()
  const trial = new VirtualTrial(settings, plan, otherwise)
  const leave = guardHost({
    world: settings.world,
    portOf: (life) => trial.portOf(life),
    unhandled: trial.unhandled,
  })
  try {
    const complaints = await trial.play()
    const known = trial.simulator.assumptions.used()
    const checked = complaints.length > 0 ? { complaints: [] } : await checkedEnd(settings, trial)
    return {
      plan,
      ...trial.outcomeWith([...complaints, ...checked.complaints]),
      hittableTries: trial.exposed ?? trial.requests.tries,
      deliveries: mapValues(trial.deliveries.tries, (tries) => tries.length),
      fingerprint: timelineOf(trial),
      assumptions: known,
      isEmpty: isEmpty(trial),
      ...(settings.hasStrangers && { hasStrangers: true }),
      ...(checked.isUnlisted && { isUnlisted: true }),
      ...(checked.isOutside && { isOutside: true }),
      idle: [...(checked.idle ?? []), ...trial.idleFaults],
    }
  } finally {
    leave()
    trial.dispose()
  }
}

interface CheckedEnd {
  readonly complaints: string[]
  readonly isUnlisted?: boolean
  readonly isOutside?: boolean
  readonly idle?: readonly string[]
}

async function checkedEnd({ check, world }: ExperimentSettings, trial: VirtualTrial): Promise<CheckedEnd> {
  const { simulator, reports, others, files, runs } = trial
  const broken = brokenBooks(simulator)
  const notes = noteOracles(simulator)
  try {
    const end = { simulator, reports, others: others.writes, runs, disk: files.openTo(() => true) }
    const looks = looksOf(check, internalsOf(world).recorder.log)
    const complaints = await complaintsOf(looks.check, end)
    await Promise.all(notes.pending)
    return {
      complaints: [...broken, ...complaints],
      isUnlisted: notes.isUnlisted,
      isOutside: looks.areOutside(),
      idle: notes.idle(isOracle(check)),
    }
  } catch (error) {
    // A misspelt name, or a check that returns something else, says nothing about the program.
    if (isOptionError(error)) throw error
    return { complaints: [...broken, messageOf(error)] }
  }
}

/** Tells of a check whether it looked at the world that plans are forked of, and at no member of what it was given. */
function looksOf(check: ExperimentSettings['check'], log: { readonly lastLook: unknown }) {
  const before = log.lastLook
  let isGiven = false
  return {
    check: (end: End) => {
      const get = (_: End, name: keyof End): unknown => {
        isGiven = true
        return end[name]
      }
      return check(new Proxy({ ...end }, { get: get as never }))
    },
    areOutside: () => log.lastLook !== before && !isGiven,
  }
}

/** A report that says nothing is none. */
const isEmpty = ({ simulator, files, deliveries, reports }: VirtualTrial): boolean =>
  !simulator.traffic.some(({ changed }) => changed) &&
  files.openTo(() => true).names().length === 0 &&
  Object.keys(deliveries.tries).length === 0 &&
  reports.every((report) => ['[]', '{}', 'null', undefined].includes(JSON.stringify(report)))

/** Everything that was sent, without what may differ from run to run, such as keys and bodies. */
function timelineOf({ simulator, ends }: VirtualTrial): string[] {
  return [
    ...simulator.traffic.map(({ at, request, response, why }) => {
      const { pathname, search } = requestUrl(request.url)
      return `${at} ${request.method} ${pathname}${search} ${response?.status ?? '---'} ${why}`
    }),
    ...simulator.webhooks.attempts.map(
      ({ at, request, response }) => `${at} delivery to ${request.url} ${response?.status ?? '---'}`,
    ),
    ...ends.map((end) => (end.kind === 'threw' ? `threw ${namedErrorText(end.error)}` : end.kind)),
  ]
}
