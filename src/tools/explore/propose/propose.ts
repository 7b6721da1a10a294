import { demand } from '../../../errors/option-error'
import type { Experiment } from '../experiment'
import { usesIdempotencyKeys } from '../oracles/behaves'
import { type ExperimentSettings, readExperiment } from '../read-experiment'
import { runPlan } from '../run/run-plan'
import { creationsIn } from './creations'
import { type Evidence, evidenceOf, type Oracle } from './evidence'
import { membersIn } from './members'
import { mirrorsIn } from './mirrors'

/** The result of `explore.propose`. */
export interface Proposal {
  /** The checks that held in the calm runs. */
  readonly oracles: readonly Oracle[]
  /** A module that exports `check`, as JavaScript that is TypeScript, too. */
  readonly code: string
  /** The same as `code`. */
  toString(): string
}

/** An experiment without its check, to be played without misfortunes. */
export type Unchecked<Report> = Omit<Experiment<Report>, 'check'> & Partial<Pick<Experiment<Report>, 'check'>>

/**
 * Plays calm runs and proposes what must hold after any misfortune: a check to read, to shorten and to paste.
 * Nothing is proposed that differs with another latency or with one round more.
 *
 * @throws OptionError naming the invalid option
 * @example
 * console.log(String(await explore.propose({ world, start })))
 */
export async function propose<Report>(experiment: Unchecked<Report>): Promise<Proposal> {
  const settings = readExperiment({ check: () => [], ...experiment })
  const { latency, rounds = 3 } = settings
  const calm = await proposedAfter(settings)
  const others = [
    await proposedAfter({ ...settings, latency: latency * 3 + 100 }),
    await proposedAfter({ ...settings, rounds: rounds + 1 }),
  ]
  const oracles = calm.filter(({ code }) => others.every((some) => some.some((one) => one.code === code)))
  const code = codeOf(oracles)
  return Object.defineProperty({ oracles, code }, 'toString', { value: () => code, enumerable: false })
}

/** The oracles that hold at the end of a run without misfortunes. */
async function proposedAfter(settings: ExperimentSettings): Promise<Oracle[]> {
  let evidence: Evidence | undefined
  const { complaints } = await runPlan(
    {
      ...settings,
      check: (end) => {
        evidence = evidenceOf(settings.world, end)
        return []
      },
    },
    [],
  )
  demand(complaints.length === 0, 'start', `fails without any misfortune: ${complaints.join('; ')}`)
  return evidence
    ? [...creationsIn(evidence), ...membersIn(evidence), ...mirrorsIn(evidence), ...manners(evidence)]
    : []
}

/** Oracles for the behaviour of the program and its receiver. */
function manners({ end, hasCreated }: Evidence): Oracle[] {
  const { attempts } = end.simulator.webhooks
  const isAcknowledged = (event: string): boolean =>
    attempts.some(
      ({ event_id, response }) => event_id === event && response !== null && response.status < 300,
    )
  const acknowledged: Oracle = {
    text: 'Each event that was delivered is acknowledged in the end.',
    code: ACKNOWLEDGED,
    uses: [],
  }
  const keys: Oracle = {
    text: 'Each write has an Idempotency-Key, which its retries share.',
    code: 'usesIdempotencyKeys',
    uses: ['usesIdempotencyKeys'],
  }
  return [
    ...(attempts.length > 0 && attempts.every(({ event_id }) => isAcknowledged(event_id))
      ? [acknowledged]
      : []),
    ...(hasCreated && usesIdempotencyKeys(end).length === 0 ? [keys] : []),
  ]
}

/** A receiver may refuse an event of a topic that it has not asked for, which a service may add any day. */
const ACKNOWLEDGED = `({ simulator: { webhooks } }) => {
  const asked = new Set(webhooks.registered.flatMap(({ topics }) => topics))
  const attempts = webhooks.attempts.filter(
    ({ request }) => asked.size === 0 || asked.has(JSON.parse(String(request.body)).topic),
  )
  const accepted = attempts.filter(({ response }) => response !== null && response.status < 300)
  const known = new Set(accepted.map(({ event_id }) => event_id))
  const events = new Set(attempts.map(({ event_id }) => event_id))
  return [...events].filter((event) => !known.has(event)).map((event) => \`nobody acknowledged the event \${event}\`)
}`

const NOTHING = `/**
 * Nothing that could be checked held in the calm runs. Give allOf a check of your own: it refuses to have none, because
 * every program would survive.
 */`

/** The characters of a line that a formatter leaves as it is. */
const WIDTH = 110

function codeOf(oracles: readonly Oracle[]): string {
  const names = [...new Set(['allOf', ...oracles.flatMap(({ uses }) => uses)])].sort()
  const indented = (text: string): string => text.replace(/^/gm, '  ')
  const line = `import { ${names.join(', ')} } from 'accounting-simulator/explore'`
  return [
    line.length <= WIDTH ? line : line.replace('{ ', '{\n  ').replace(' }', ',\n}').replaceAll(', ', ',\n  '),
    '',
    oracles.length === 0 ? NOTHING : '/** Held in calm runs. Keep what must hold after any misfortune. */',
    oracles.length === 0 ? 'export const check = allOf()' : 'export const check = allOf(',
    ...oracles.map(({ text, code }) => indented(`// ${text}\n${code},`)),
    ...(oracles.length === 0 ? [] : [')']),
    '',
  ].join('\n')
}
