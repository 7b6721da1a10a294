import { fromHere, nameInFile, type TellEnd } from './runner'

interface NodeTestHost {
  /** Set by the commands coverage and mutate, which add their own hooks to node:test. */
  readonly __accounting_test__?: string
  readonly process?: NodeJS.Process
}

const host: NodeTestHost = globalThis

let hasNodeTest: boolean | undefined

/** True in a process of node:test. Cached, because each fact needs it and the environment is slow to read. */
const isOfNodeTest = (): boolean => (hasNodeTest ??= host.process?.env?.NODE_TEST_CONTEXT !== undefined)

/** node:test runs each file in its own process. */
export function nameOfNodeTest(): string | undefined {
  const { process: runtime, __accounting_test__: name } = host
  const file = isOfNodeTest() ? runtime?.argv?.[1] : undefined
  if (file === undefined) return undefined
  // A program that a test starts belongs to the test's file.
  const own = runtime?.env?.ACCOUNTING_TEST_FILE ?? fromHere(file)
  return name === undefined ? own : nameInFile(own, name)
}

export function watchNodeTest(tell: TellEnd): void {
  const { process: runtime } = host
  if (!isOfNodeTest() || runtime?.env.ACCOUNTING_TEST_FILE !== undefined) return
  const file = nameOfNodeTest() as string
  const tellFile = (status: number) =>
    tell({ id: file, name: file, file, hasFailed: status !== 0, runner: 'node:test' })
  runtime?.once('exit', tellFile)
}
