import { explore } from 'accounting-simulator/explore'
import { CORRECT, PLANTED } from '../clients/planted'

/** Prints the reports of several experiments line by line: text and data of survivors and of failures. */
const SOME = ['dedupe by amount', 'events applied out of order', 'cursor saved too early', 'lost update']
const planted = PLANTED.filter(([name]) => SOME.includes(name))
for (const [name, experiment] of [...CORRECT, ...planted.map(([bug, , make]) => [bug, make] as const)]) {
  const report = await explore({ ...experiment(), budget: { runs: 40 } })
  console.log(JSON.stringify([name, String(report), report]))
}
