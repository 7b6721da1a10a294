import { environment } from '../../host-time/environment'
import { lineFileIn } from '../../host-time/line-file'
import { CoveredFacts } from './covered-facts'

/** The variable of the environment that names the folder of facts. The command `coverage` sets it. */
export const COVERAGE_FOLDER = 'ACCOUNTING_COVERAGE'

/** The facts of this process, by the folder that they are written to. */
const ofProcess = new Map<string, CoveredFacts>()

/** The facts that a new simulator adds to: those of this process, if a folder is named, else its own. */
export function factsOfProcess(): CoveredFacts {
  const folder = environment(COVERAGE_FOLDER)
  const file = folder ? lineFileIn(folder) : undefined
  if (!folder || !file) return new CoveredFacts()
  const known = ofProcess.get(folder) ?? new CoveredFacts(file)
  ofProcess.set(folder, known)
  return known
}
