import { environment } from '../../host-time/environment'
import { lineFileIn } from '../../host-time/line-file'
import { CoveredFacts } from './covered-facts'

/** The environment variable that names the folder of facts. The command `coverage` sets it. */
export const COVERAGE_FOLDER = 'ACCOUNTING_COVERAGE'

/** The facts of this process, by the folder of their file. */
const ofProcess = new Map<string, CoveredFacts>()

/** The facts for a new simulator: those of the process if a folder is named, otherwise new ones. */
export function factsOfProcess(): CoveredFacts {
  const folder = environment(COVERAGE_FOLDER)
  const file = folder ? lineFileIn(folder) : undefined
  if (!folder || !file) return new CoveredFacts()
  const known = ofProcess.get(folder) ?? new CoveredFacts(file)
  ofProcess.set(folder, known)
  return known
}
