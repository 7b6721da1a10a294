import { type Experiment, explore } from 'accounting-simulator/explore'
import { BUGS } from '../clients/all'

/** Prints how each planted bug fails, line by line, and whether its plan fails again in the same way. */
const [workers = '1', from = '0', to = String(BUGS.length)] = process.argv.slice(2)
console.debug = () => undefined
for (const [number, [name]] of BUGS.entries()) {
  if (number < Number(from) || number >= Number(to)) continue
  const bug = (await import(`./bug.ts?${number}`)) as { default: Experiment; close(): void }
  const report = await explore({ ...bug.default, workers: Number(workers) })
  const { failure } = await explore.once(bug.default, report.failure?.plan ?? [])
  const isSame = failure !== undefined && JSON.stringify(failure) === JSON.stringify(report.failure)
  console.log(JSON.stringify([isSame, name, String(report), report]))
  bug.close()
}
