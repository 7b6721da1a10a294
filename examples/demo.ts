/**
 * `npm run demo`: the two examples against the simulator, summed up; `--all` prints everything. `--scenario NAME`
 * plays a scenario against the invoice integration instead, `--scenario all` plays every one, and `--naive` takes the
 * naive integration.
 */
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    all: { type: 'boolean' },
    scenario: { type: 'string' },
    naive: { type: 'boolean', default: false },
  },
})
if (values.scenario === undefined) {
  await import('./invoice-sync/demo')
  if (!process.exitCode) await import('./webhook-receiver/demo')
  if (!values.all) console.log('npm run demo -- --all prints the requests, the tables and every check.')
  if (!process.exitCode) console.log('What next? In your own project: npx accounting-simulator init')
} else {
  const { demoScenario } = await import('./invoice-sync/demo-scenario')
  process.exitCode = (await demoScenario(values.scenario, values.naive ? 'naive' : 'careful')) ? 0 : 1
}
