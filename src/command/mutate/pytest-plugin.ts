import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { TEST_AT_HAND } from '../../service/mutants/mutant-fact'
import { nameOfTest } from './test-ends'

const NAME = 'accounting_simulator_mutate'

/** The simulator is another process, so pytest says in files which test is at hand, and how each has ended. */
const PLUGIN = `import copy, json, os, sys

FOLDER = os.environ["ACCOUNTING_MUTANT_FACTS"]
AT_HAND = os.path.join(FOLDER, "${TEST_AT_HAND}")
TIMES = json.loads(os.environ.get("ACCOUNTING_MUTANT_TIMES", "{}"))
failed = set()
seconds = {}

def name_of(nodeid):
    return nodeid.replace("::", " > ")

def pytest_collection_modifyitems(items):
    items[:] = [one for item in items for one in played(item)]

def played(item):
    from pytest import Function
    yield item
    if not isinstance(item, Function):
        return
    for number in range(2, TIMES.get(name_of(item.nodeid), 1) + 1):
        # Its fixtures are made anew, as those of another test.
        again = copy.copy(item)
        again._nodeid = f"{item.nodeid}${nameOfTest('', 2).replace('2', '{number}')}"
        for own in ("_obj", "_instance"):
            again.__dict__.pop(own, None)
        again._initrequest()
        yield again

def pytest_configure(config):
    # Workers side by side cannot be told apart, and who starts them hears of all their tests.
    if "PYTEST_XDIST_WORKER" in os.environ or config.getoption("dist", "no") != "no":
        config.pluginmanager.unregister(sys.modules[__name__])

def pytest_runtest_logstart(nodeid):
    failed.discard(nodeid)
    seconds[nodeid] = 0
    with open(AT_HAND, "w") as file:
        file.write(name_of(nodeid))

def pytest_runtest_logreport(report):
    seconds[report.nodeid] = seconds.get(report.nodeid, 0) + getattr(report, "duration", 0)
    if report.failed:
        failed.add(report.nodeid)

def pytest_runtest_logfinish(nodeid):
    # A test may start another pytest, which has removed it.
    if os.path.exists(AT_HAND):
        os.remove(AT_HAND)
    name = name_of(nodeid)
    file = nodeid.split("::")[0]
    test = {"id": nodeid, "name": name, "file": file, "hasFailed": nodeid in failed, "runner": "pytest"}
    test["milliseconds"] = round(seconds.pop(nodeid, 0) * 1000)
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
