import type { Scenario, ScenarioStep } from 'accounting-simulator'

const HEAD = `# Scenarios

A scenario describes a failure in production as data. You play it against your client on the simulator's clock.
\`simulator.play\` starts it: steps that are due run at once, the others when the clock reaches them. The returned report shows at
any time which steps have fired.

\`\`\`ts
import { createSimulator } from 'accounting-simulator'
import { rateLimitStorm } from 'accounting-simulator/scenarios' // or scenarios['rate-limit-storm']

const simulator = createSimulator()
const play = await simulator.play(rateLimitStorm)
// ... run your client, move the clock ...
play.fired // steps with their instants and outcomes, faults with their hits
play.unfired // steps that are still to come, and faults that hit nothing
String(play) // the same as text
\`\`\`

A test fails at its end if an \`expect\` was not met or the service refused a step, unless the test reads \`fired\`. A test of \`runTest\` also fails
if no step came, unless it reads \`unfired\`; with \`useSimulator\` that is a warning ([test-runners.md](test-runners.md#vitest)).
If a fault of the scenario hit nothing, the test fails; it is only warned if another fault of the scenario did hit. Reading \`fired\` or \`unfired\`
allows both.

\`npm run demo -- --scenario NAME\` plays a scenario against the example integration. \`accounting-simulator --scenario NAME\` serves
one over HTTP ([controls.md](controls.md)).

## Your own scenarios

\`defineScenario\` checks and freezes a scenario; an error names the step (\`steps[3].inject.then.status\`). A scenario is plain JSON.
Each step has:

- \`at\` (optional): a duration after the start, or an instant; default: at once
- \`repeat: { every, times }\` (optional)
- \`when\` (instead of \`at\`): an event, see below
- \`as\` (optional): a name for the result of \`create\`, \`update\` or \`admin\`
- exactly one action:

| Action | Takes | Does |
| --- | --- | --- |
| \`inject\` | the options of \`simulator.faults.inject\` without functions | injects a fault; \`probability: 1\` hits without end |
| \`clearFaults\` | \`true\` | disarms every fault |
| \`create\` | \`record\`, \`body\`, and \`as\`, a name for later steps | writes without HTTP, by the rules of the service |
| \`update\`, \`remove\` | \`record\`, \`id\`, and \`body\` | the same |
| \`admin\` | \`call\` such as \`keys.revoke\`, \`with\`: its arguments by name | makes a call of \`simulator.admin\` |
| \`approvals\` | \`{ approve: 'invoices' }\` or \`{ reject: 'invoices', reason }\` | decides every pending record of that type |
| \`webhooks\` | \`hold\`, \`release\`, \`duplicate\`, \`reorder\`, \`drop\` or \`replay\` | controls the waiting deliveries |
| \`expect\` | \`record\`, \`query\`, \`count\` | reports whether that many records exist |

A step can wait for an event:

- \`when: { request: 'POST /public/v1/invoices/', nth: 3 }\`: just before the service gets the third such request since the start. A
  retry under the same idempotency key is the same request, and a request that a fault hits counts, too.
- \`when: { records: 'invoices', atLeast: 3 }\`: as soon as the simulator's first organisation has three invoices

References may replace values:

- \`{ $ref: 'name' }\`: the record that an earlier step wrote \`as\` that name, in its current state; as an \`id\` its identifier
- \`{ $ref: 'name.member' }\`: one member of it, or of what an admin call returned
- \`{ $ref: 'apiKey' }\`: the simulator's own key

If the service refuses a step, the report says so. The step leaves no trace, and the later steps still run. Waiting steps are part of the world,
so snapshots, forks and exports contain them. \`play.disarm()\` ends a play: its other steps never run, and its faults hit nothing more.
\`play.results\` has the named results, keys included:

\`\`\`ts
const rotation = await simulator.play({
  name: 'rotation',
  steps: [
    {
      when: { request: 'POST /public/v1/invoices/', nth: 3 },
      admin: { call: 'keys.issue', with: { permissions: 'all' } },
      as: 'next',
    },
    {
      when: { request: 'POST /public/v1/invoices/', nth: 3 },
      admin: { call: 'keys.revoke', with: { key: { $ref: 'apiKey' } } },
    },
  ],
})
await pushInvoices(simulator.baseUrl) // the third POST is refused: its key was revoked just before
rotation.results.next // { key: 'key-...' }
\`\`\`

# Scenarios of the package
`

/** docs/scenarios.md: the text above and a section for each scenario. */
export const scenariosPage = (scenarios: readonly Scenario[]): string =>
  [HEAD, ...scenarios.map(section)].join('\n')

const section = ({ name, description, lesson, steps }: Scenario): string => `## ${name}

**What production does.** ${description}

**What clients get wrong.** ${lesson}

${stepTable(steps)}

\`\`\`ts
await simulator.play(scenarios['${name}'])
\`\`\`
`

const MOST_STEPS = 6

function stepTable(steps: readonly ScenarioStep[]): string {
  const rows = steps.slice(0, MOST_STEPS).map((step) => `| ${timeOf(step)} | ${actionOf(step)} |`)
  const more = steps.length > MOST_STEPS ? [`| | and ${steps.length - MOST_STEPS} more steps alike |`] : []
  return ['| When | Step |', '| --- | --- |', ...rows, ...more].join('\n')
}

function timeOf({ at, repeat, when }: ScenarioStep): string {
  if (when !== undefined) return `\`${JSON.stringify(when)}\``
  const start = at === undefined ? 'at once' : typeof at === 'string' ? at : JSON.stringify(at)
  return repeat === undefined
    ? start
    : `${start}, ${repeat.times} times every ${String(repeat.every).replace(/^1 /, '')}`
}

function actionOf({ at: _, repeat: __, note: ___, ...action }: ScenarioStep): string {
  const [[kind, given] = ['', undefined]] = Object.entries(action)
  const { body: ____, ...rest } = (typeof given === 'object' ? given : {}) as { body?: unknown }
  const told = 'body' in (given as object) ? rest : given
  return `${kind} \`${JSON.stringify(told)}\``
}
