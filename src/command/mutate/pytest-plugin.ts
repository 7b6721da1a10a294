import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { TEST_AT_HAND } from '../../service/mutants/mutant-fact'

const NAME = 'accounting_simulator_mutate'

/** A simulator has a process of its own, so pytest says in files which test is at hand, and how each has ended. */
const PLUGIN = `import json, os, sys

FOLDER = os.environ["ACCOUNTING_MUTANT_FACTS"]
AT_HAND = os.path.join(FOLDER, "${TEST_AT_HAND}")
failed = set()

def pytest_configure(config):
    # Workers side by side cannot be told apart, and who starts them hears of all their tests.
    if "PYTEST_XDIST_WORKER" in os.environ or config.getoption("dist", "no") != "no":
        config.pluginmanager.unregister(sys.modules[__name__])

def pytest_runtest_logstart(nodeid):
    failed.discard(nodeid)
    with open(AT_HAND, "w") as file:
        file.write(nodeid.replace("::", " > "))

def pytest_runtest_logreport(report):
    if report.failed:
        failed.add(report.nodeid)

def pytest_runtest_logfinish(nodeid):
    # A test may start another pytest, which has removed it.
    if os.path.exists(AT_HAND):
        os.remove(AT_HAND)
    name = nodeid.replace("::", " > ")
    file = nodeid.split("::")[0]
    test = {"id": nodeid, "name": name, "file": file, "hasFailed": nodeid in failed, "runner": "pytest"}
    with open(os.path.join(FOLDER, f"pytest-{os.getpid()}.jsonl"), "a") as facts:
        facts.write(json.dumps({"test": test}) + "\\n")
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
