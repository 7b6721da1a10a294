import type { Scenario, ScenarioStep } from 'accounting-simulator'

const HEAD = `# Scenarios

Failures of production as data, to be played against your client on the simulator's clock. \`simulator.play\` begins one: what is
due at once acts at once, the rest when the clock comes to it. The report that it gives tells at any time which steps have fired and
which have not.

\`\`\`ts
import { createSimulator } from 'accounting-simulator'
import { rateLimitStorm } from 'accounting-simulator/scenarios' // or scenarios['rate-limit-storm']

const simulator = createSimulator()
const play = await simulator.play(rateLimitStorm)
// ... your client at work, the clock moving ...
play.fired // steps with their instants and outcomes, faults with their hits
play.unfired // steps whose time has not come, and faults that hit nothing
String(play) // the same for people
\`\`\`

\`npm run demo -- --scenario NAME\` plays one against the example integration, and \`accounting-simulator --scenario NAME\` serves
one over HTTP ([controls.md](controls.md)).

## Your own

\`defineScenario\` checks and freezes a scenario; an error names the step (\`steps[3].inject.then.status\`). Everything in it is what
JSON can say. Each step has a time, \`at\` (how long after the beginning, or an instant; at once unless given) and perhaps
\`repeat: { every, times }\`, and exactly one action:

| Action | Takes | Does |
| --- | --- | --- |
| \`inject\` | the options of \`simulator.faults.inject\` without functions | arms a fault; \`probability: 1\` hits without end |
| \`clearFaults\` | \`true\` | disarms every fault |
| \`create\` | \`record\`, \`body\`, and \`as\`, a name for later steps | writes without HTTP, by the rules of the service |
| \`update\`, \`remove\` | \`record\`, \`id\`, and \`body\` | the same |
| \`admin\` | \`call\` such as \`keys.revoke\`, \`with\`: its arguments by name | what the organisation's administration does |
| \`approvals\` | \`{ approve: 'invoices' }\` or \`{ reject: 'invoices', reason }\` | decides about every record of the type that is pending |
| \`webhooks\` | \`hold\`, \`release\`, \`duplicate\`, \`reorder\`, \`drop\` or \`replay\` | directs the deliveries that wait |
| \`expect\` | \`record\`, \`query\`, \`count\` | notes in the report whether so many records are there |

In place of a value may stand \`{ $ref: 'name' }\` or \`{ $ref: 'name.member' }\` for a record that an earlier step made \`as\` that
name, as it has become by then (as an \`id\`: for its identifier), and \`{ $ref: 'apiKey' }\` for the simulator's own key. A step that
the service refuses is noted in the report as refused, leaves nothing else behind and holds nothing up. Steps that wait are rows and
timers of the world: snapshots, forks and exports have them.

# What comes with the package
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

function timeOf({ at, repeat }: ScenarioStep): string {
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
