import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { TEST_AT_HAND } from '../../service/mutants/mutant-fact'

const NAME = 'accounting_simulator_mutate'

/** A simulator has a process of its own, so pytest says in files which test is at hand, and how each has ended. */
const PLUGIN = `import json, os

FOLDER = os.environ["ACCOUNTING_MUTANT_FACTS"]
AT_HAND = os.path.join(FOLDER, "${TEST_AT_HAND}")
failed = set()

# Workers side by side cannot be told apart.
if "PYTEST_XDIST_WORKER" not in os.environ:

    def pytest_runtest_logstart(nodeid):
        failed.discard(nodeid)
        with open(AT_HAND, "w") as file:
            file.write(nodeid.replace("::", " > "))

    def pytest_runtest_logreport(report):
        if report.failed:
            failed.add(report.nodeid)

    def pytest_runtest_logfinish(nodeid):
        os.remove(AT_HAND)
        name = nodeid.replace("::", " > ")
        test = {"id": nodeid, "name": name, "file": nodeid.split("::")[0], "hasFailed": nodeid in failed}
        with open(os.path.join(FOLDER, f"pytest-{os.getpid()}.jsonl"), "a") as file:
            file.write(json.dumps({"test": test}) + "\\n")
`

/** The variables with which pytest tells of its tests, if the command runs it. */
export function pytestVariables(folder: string, command: readonly string[]): Record<string, string> {
  // Such a Python does not look where the plugin is.
  if (command.includes('-E') || command.includes('-I')) return {}
  const own = join(folder, 'python')
  mkdirSync(own)
  writeFileSync(join(own, `${NAME}.py`), PLUGIN)
  const { PYTHONPATH: path, PYTEST_ADDOPTS: options } = process.env
  return {
    PYTHONPATH: path ? `${own}${delimiter}${path}` : own,
    PYTEST_ADDOPTS: options ? `${options} -p ${NAME}` : `-p ${NAME}`,
  }
}
