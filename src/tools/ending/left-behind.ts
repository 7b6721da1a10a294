import { hostTime } from '../../host-time/host-time'
import type { Faults, Simulator } from '../../index'
import { internalsOf } from '../../simulator/internals-of'
import { brokenBooks } from '../broken-books'
import { faultText } from '../fault-text'
import { frameOf } from './fault-sites'
import { misspeltReceivers } from './receivers'
import type { TestAtHand, TestFindings, TestStart } from './test-at-hand'

export const testStart = (simulator: Simulator): TestStart => ({
  faults: new Set(simulator.faults.fates.idle().map(({ id }) => id)),
  plays: new Set(internalsOf(simulator).scenarios.problems.map(({ key }) => key)),
  request: simulator.traffic.at(-1)?.sequence ?? 0,
  programs: internalsOf(simulator).time.programs,
})

/**
 * Lists what a test may not leave behind, one line each.
 *
 * @param asked the requests and deliveries that there had been when the body ended
 * @param ofHooks the scenarios that hooks began, which may serve some tests only
 */
export function leftBehind(
  test: TestAtHand,
  start: TestStart,
  asked: number,
  ofHooks: ReadonlySet<unknown>,
): Required<TestFindings> {
  const { simulator, origin, isInHook, isOutlived } = test
  const plays = internalsOf(simulator).scenarios.problems.filter(
    ({ key, play, side }) => !start.plays.has(key) && !(side === 'unfired' && ofHooks.has(play)),
  )
  // A runner with hooks may have others of which nobody knows here, such as fixtures.
  const isDoubt = ({ side }: (typeof plays)[number]): boolean => isInHook !== undefined && side === 'unfired'
  const unfired = unfiredIn(simulator).filter(({ fault: { id } }) => !start.faults.has(id))
  // The test looked at it after all had come that could hit it; at a trap any look will do.
  const isKnown = ({ fault: { id, selection } }: Unfired): boolean => {
    const seenAfter = simulator.faults.fates.of(id)?.seenAfter
    return seenAfter !== undefined && (selection.times === null || seenAfter >= asked)
  }
  const missed = unfired.filter((one) => one.fate === undefined && !isKnown(one)).map(({ fault }) => fault)
  const advice = `; if that is meant, clear ${missed.length > 1 ? 'them' : 'it'} in the test`
  const open = isOutlived?.() ? [] : underWay(test, start)
  return {
    problems: [
      ...open,
      ...missed.map((fault) => faultText(fault, MISSED) + (fault === missed.at(-1) ? advice : '')),
      ...plays.filter((one) => !isDoubt(one)).map(({ text }) => text),
      ...misspeltReceivers(simulator),
      ...brokenBooks(simulator, origin),
    ],
    doubts: [
      // Of others than traps, a look may have asked for too little.
      ...unfired
        .filter((one) => one.fate === undefined && isKnown(one) && one.fault.selection.times !== null)
        .map(({ fault }) => `${faultText(fault, MISSED)}, as the test saw; ${MEANT}`),
      ...unfired
        .filter((one) => one.fate !== undefined && !isKnown(one))
        .map(({ fault, fate = '' }) => `${faultText(fault, MISSED + fate)}; ${MEANT}`),
      ...plays.filter(isDoubt).map(({ text }) => `${text}; if that is meant, call play.disarm() in the test`),
    ],
    frame: open.length === 0 && missed[0] ? frameOf(simulator, missed[0]) : undefined,
  }
}

const MISSED = ' hit nothing'
const MEANT = 'if that is meant, disarm it in the test'

interface Unfired {
  readonly fault: ReturnType<Faults['fates']['idle']>[number]
  /** The end of a sentence on one that need not have hit. */
  readonly fate?: string | undefined
}

/** The faults that hit nothing, without those of scenarios whose report somebody has read. */
function unfiredIn(simulator: Simulator): Unfired[] {
  const { fates } = simulator.faults
  const { steps, seen } = internalsOf(simulator).scenarios
  return fates.idle().flatMap((fault) => {
    if (fates.of(fault.id)?.hasHit) return []
    const play = steps.find((row) => row.fault === fault.id)?.play
    if (play === undefined) return [{ fault, fate: isOfChance(simulator, fault) ? ' by chance' : undefined }]
    if (seen.has(`${play} fired`) || seen.has(`${play} unfired`)) return []
    const others = steps.filter((row) => row.play === play && row.fault !== null)
    const hit = others.some((row) => fates.of(row.fault as number)?.hasHit)
    return [{ fault, fate: hit ? ', while others of its scenario did' : undefined }]
  })
}

/** Tells whether something has asked for it, and chance left it alone. */
function isOfChance(simulator: Simulator, { on, from, selection }: Unfired['fault']): boolean {
  if ((selection.probability ?? 1) >= 1) return false
  const isRoute = on.includes(' /')
  const asked = [
    ...(isRoute ? simulator.received(on) : simulator.traffic),
    ...(isRoute ? [] : simulator.webhooks.attempts),
  ]
  return asked.some(({ at }) => at >= from)
}

/** Lists what has not ended. Where an earlier test is still at work, it may be that one's. */
export function underWay(test: TestAtHand, start: TestStart): string[] {
  const { simulator, awaited = 'all', isByTest, isAlone } = test
  const isForgotten =
    isByTest && isAlone?.() !== false && internalsOf(simulator).time.programs > start.programs
  return [
    ...(isForgotten ? ['withVirtualTime was still under way: is it awaited?'] : []),
    ...internalsOf(simulator).unfinished(awaited),
  ]
}

/**
 * Sentences on what a test that passed may have taken for something else: the 404 of a path that the service does not
 * have is no answer about a record. Beside its paths, such as `/health`, it is asked on purpose.
 */
export const misspeltPaths = ({ traffic }: Simulator, { request }: TestStart): string[] =>
  traffic.since(request).flatMap(({ request: { method, url }, reason, why }) => {
    const { pathname } = new URL(url)
    return reason.rule === 'no-operation' && pathname.startsWith('/public/')
      ? [`the test passed, and ${method} ${pathname} was answered by ${why}`]
      : []
  })

/** A call through msw takes several. */
const LAST_TURNS = 20

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export async function turnsForLateCalls(): Promise<void> {
  for (let turn = 0; turn < LAST_TURNS; turn += 1) await hostTime.turn()
}

/**
 * Lists the first write of a test, if it comes when the body has ended and had judged: nobody awaited the client. To be
 * called before any hook sends requests of its own. Programs that work on in the background, pages and receivers are
 * right to send later, so whatever had come before ends the question.
 */
export async function lateRequests(simulator: Simulator): Promise<string[]> {
  const { traffic, webhooks } = simulator
  const parts = internalsOf(simulator)
  const isFirst = traffic.length === 0 && webhooks.attempts.length === 0
  const hasJudged = parts.recorder.log.lastLook !== undefined
  // Work that is under way would end meanwhile, and is told at the end.
  if (
    !isFirst ||
    !hasJudged ||
    !isOnlyCaller(simulator) ||
    internalsOf(simulator).unfinished('all').length > 0
  )
    return []
  await turnsForLateCalls()
  const late = traffic.at(0)?.request
  if (late === undefined || READS.includes(late.method)) return []
  return [
    `${late.method} ${new URL(late.url).pathname} was under way when the test ended: is your client awaited?`,
  ]
}

/** No page and no other process sends requests of its own. */
const isOnlyCaller = ({ hosting }: Simulator): boolean =>
  hosting.servers.size === 0 && !('document' in globalThis)
