import { explore } from 'accounting-simulator/explore'

/** Prints the report, and how its plan fails when it is played again. */
const [workers, kind] = process.argv.slice(2)
if (kind === 'keyless') process.env.KEYLESS = '1'
const { default: experiment } = await import('./experiment')
const report = await explore({ ...experiment, workers: Number(workers) })
const again = report.failure && (await explore.once(experiment, report.failure.plan)).failure
process.stdout.write(JSON.stringify([report, again ?? null]))
