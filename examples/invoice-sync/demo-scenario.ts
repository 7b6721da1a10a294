import { scenarios } from 'accounting-simulator/scenarios'
import { mark, print, wrapped } from '../demo-page'
import { type Batch, readBatch } from './batch'
import { survivalTable } from './demo-survival'
import { type CandidateName, putOnTrial, type Trial } from './demo-trial'

/** Plays a scenario against an integration and prints what happened; true if it survived. */
export async function demoScenario(name: string, candidate: CandidateName): Promise<boolean> {
  const batch = await readBatch(new URL('./data/', import.meta.url))
  if (name === 'all') {
    return demoAll(batch)
  }
  const scenario = scenarios[name]
  if (scenario === undefined) {
    console.error(`There is no scenario ${name}. There are ${Object.keys(scenarios).join(', ')}, and all.`)
    return false
  }
  print(
    `${name}, against the ${candidate} integration`,
    '',
    ...wrapped(`What happens: ${scenario.description ?? ''}`),
    ...wrapped(`What it teaches: ${scenario.lesson ?? ''}`),
  )
  const started = performance.now()
  const trial = await putOnTrial(candidate, scenario, batch)
  const took = Math.round(performance.now() - started)
  print('', ...summary(trial, batch), `${trial.nights} nights took ${took} ms.`, '')
  print(...playLines(trial), '')
  const { complaints } = trial
  if (complaints.length === 0)
    print(`${mark(true)} It survived: every row arrived once, and every report was right.`)
  else print(`${mark(false)} It did not survive:`, ...complaints.map((text) => `  ! ${text}`))
  return complaints.length === 0
}

async function demoAll(batch: Batch): Promise<boolean> {
  const fallen: string[] = []
  const judge = async (candidate: CandidateName, name = '') => {
    const trial = await putOnTrial(candidate, scenarios[name], batch)
    if (candidate === 'careful' && trial.complaints.length > 0) fallen.push(name)
    return trial
  }
  console.log(await survivalTable(judge))
  return fallen.length === 0
}

function summary({ simulator }: Trial, batch: Batch): string[] {
  const { traffic, clock, webhooks } = simulator
  const outcomes = new Map<string, number>()
  for (const { response } of traffic) {
    const outcome = response === null ? 'no answer' : String(response.status)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const told = [...outcomes].sort().map(([outcome, count]) => `${count} × ${outcome}`)
  const rows = batch.customers.length + batch.invoices.length + batch.payments.length
  return [
    `${rows} rows to bring, ${traffic.length} requests: ${told.join(', ')}.`,
    `${webhooks.attempts.length} webhook deliveries were attempted. It is ${clock.now.slice(0, 10)} now.`,
  ]
}

const MOST_LINES = 12

function playLines({ play }: Trial): string[] {
  const lines = String(play).split('\n')
  const more = lines.length - MOST_LINES
  return more > 1 ? [...lines.slice(0, MOST_LINES), `  … ${more} more`] : lines
}
