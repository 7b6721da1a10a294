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

/** The listeners of the tests and states of runners that tell their end. */
export const listeners = new WeakMap<object, Map<object, TellEnd>>()

/** A name as others know it: two files may have tests of one name. */
export const nameInFile = (file: string | undefined, name: string): string =>
  file ? `${file} > ${name}` : name

/** A file, as seen from the folder of the project. */
export function fromHere(file: string): string {
  const folder = globalThis.process?.cwd?.() ?? ''
  return file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}
