export interface EndedTest {
  /** Tells tests of one name apart. */
  readonly id: string
  readonly name: string
  readonly file: string | undefined
  readonly hasFailed: boolean
  /** True if its failure may leave the command green. */
  readonly mayFail?: boolean
  /** Absent where lines are written with `expect`. */
  readonly runner?: 'node:test' | 'pytest'
  /** The time that it took, with its fixtures, where its runner tells it. */
  readonly milliseconds?: number
}

export type TellEnd = (test: EndedTest) => void

/** A runner of tests, as far as the test at hand can be seen. */
export interface TestRunner<Host extends object> {
  /** Its object for the test at hand, or for all tests of a file; undefined where it does not run. */
  host(): Host | undefined
  /** The name of the running test with its file, or of the file alone. */
  testName(): string | undefined
  /** True if another test may be at hand at the same time. */
  isConcurrent(host: Host): boolean | undefined
  /** Tells the end of the host's tests. @param forget to be called if the host is to be watched anew */
  watch(host: Host, tell: TellEnd, forget: () => void): void
}

/** A name as others know it: two files may have tests of one name. */
export const nameInFile = (file: string | undefined, name: string): string =>
  file ? `${file} > ${name}` : name

/** A file, as seen from the folder of the project. */
export function fromHere(file: string): string {
  const folder = globalThis.process?.cwd?.() ?? ''
  return file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}
