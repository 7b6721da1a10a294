import { explore } from 'accounting-simulator/explore'

const [workers, kind] = process.argv.slice(2)
if (kind === 'keyless') process.env.KEYLESS = '1'
const { default: experiment } = await import('./experiment')
process.stdout.write(JSON.stringify(await explore({ ...experiment, workers: Number(workers) })))
