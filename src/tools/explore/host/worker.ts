import type { Experiment } from '../experiment'
import { readExperiment } from '../read-experiment'
import { runPlan } from '../run/run-plan'
import type { Order, WorkerAnswer } from './messages'

/** A process that plays plans for another one. Its argument is the module of the experiment. */
const module: string = process.argv[2] ?? ''
const settings = load()
settings.catch(() => undefined)

process.on('message', async ({ plan, otherwise }: Order) => {
  const answer = (result: WorkerAnswer): void => void process.send?.(result)
  try {
    answer({ outcome: await runPlan(await settings, plan, otherwise) })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    answer({ error: { name, message } })
  }
})

async function load(): Promise<ReturnType<typeof readExperiment>> {
  const loaded = (await import(/* @vite-ignore */ module)) as { readonly default?: unknown }
  const made: unknown = typeof loaded.default === 'function' ? await loaded.default() : loaded.default
  if (typeof made !== 'object' || made === null)
    throw new TypeError(`the default export of ${module} must be the experiment, or a function that makes it`)
  return readExperiment(made as Experiment)
}
