import { setTimeout as sleep } from 'node:timers/promises'
import { createSimulator, type Scenario, type ScenarioPlay, type Simulator } from 'accounting-simulator'
import { withVirtualTime } from 'accounting-simulator/time'
import { NaiveSync } from '../naive-sync/naive-sync'
import type { Batch } from './batch'
import { falseInReport, truthOf, wrongRows } from './demo-audit'
import { Nightly, type NightReport } from './nightly'

/** An integration on trial: it runs every night, and its webhook receiver is always there. */
interface Candidate {
  run(): Promise<NightReport>
  receive(request: Request): Promise<Response>
  /** Invoices that the webhooks have told of. */
  readonly watched: number
}

export type CandidateName = 'careful' | 'naive'

export interface Trial {
  simulator: Simulator
  /** The report of the scenario; undefined on an ordinary day. */
  play: ScenarioPlay | undefined
  nights: number
  /** The failures of the candidate, one sentence each; empty if it survived. */
  complaints: string[]
}

const COMPANY = 1
const WEBHOOK_URL = 'https://integration.example.com/accounting'
const DAY = 86_400_000
/** An answer takes a second. */
const LATENCY = 1000

/** Lets an integration live through a scenario: every night of it, until nothing is to come any more. */
export async function putOnTrial(
  name: CandidateName,
  scenario: Scenario | undefined,
  batch: Batch,
): Promise<Trial> {
  const simulator = createSimulator()
  return withVirtualTime(simulator, () => livedThrough(simulator, name, scenario, batch), {
    maxJumps: 100_000,
  })
}

async function livedThrough(
  simulator: Simulator,
  name: CandidateName,
  scenario: Scenario | undefined,
  batch: Batch,
): Promise<Trial> {
  const play = scenario && (await simulator.play(scenario))
  const candidate = candidateOf(name, simulator, batch)
  simulator.webhooks.connect(WEBHOOK_URL, (request) => candidate.receive(request))
  await sleep(1000)

  const before = simulator.records.invoices.count()
  let wrongReport: string[] = []
  const start = Date.now()
  let report: NightReport | undefined
  let nights = 0
  for (const night of nightsOf(play, start)) {
    await simulator.clock.sleep(start + night * DAY - Date.now())
    report = await candidate.run()
    nights += 1
    const wrong = falseInReport(report, truthOf(simulator, COMPANY))
    if (wrong.length > 0) wrongReport = wrong
  }
  // Deliveries that a receiver asked for again are on their way yet.
  await sleep(DAY / 2)

  const written = simulator.records.invoices.count()
  const watchable = name === 'careful' ? written : written - before
  const complaints = [
    ...wrongRows(simulator, batch, report?.failed ?? []),
    ...wrongReport,
    ...(candidate.watched === watchable
      ? []
      : [`knows of ${candidate.watched} invoices by its webhook, there are ${watchable}`]),
    ...simulator.books.check().map(({ invariant }) => `the books are broken: ${invariant}`),
  ]
  return { simulator, play, nights, complaints }
}

/** Every night of the first five weeks while the scenario lasts, then every thirtieth. */
function nightsOf(play: ScenarioPlay | undefined, start: number): number[] {
  const ends = (play?.unfired ?? []).flatMap(({ due }) =>
    due === null ? [] : [Math.ceil((Date.parse(due) - start) / DAY)],
  )
  const last = Math.max(7, ...ends) + 1
  return Array.from({ length: last + 1 }, (_, night) => night).filter(
    (night) => night <= 35 || night % 30 === 0 || night === last,
  )
}

function candidateOf(name: CandidateName, simulator: Simulator, batch: Batch): Candidate {
  const options = {
    baseUrl: simulator.baseUrl,
    apiKey: simulator.apiKey,
    batch,
    companyId: COMPANY,
    webhookUrl: WEBHOOK_URL,
    fetch: async (url: string, init: RequestInit) => {
      await sleep(LATENCY)
      return simulator.fetch(url, init)
    },
  }
  if (name === 'naive') return new NaiveSync(options)
  return new Nightly({
    ...options,
    // The company's key store: it holds the new key before the old one is refused.
    currentKey: async () => simulator.admin.keys.issue().key,
  })
}
