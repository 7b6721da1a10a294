export interface EndedTest {
  /** Distinguishes tests of the same name. */
  readonly id: string
  readonly name: string
  readonly file: string | undefined
  readonly hasFailed: boolean
  /** True if its failure need not fail the command. */
  readonly mayFail?: boolean
  /** Absent if tests use `expect`. */
  readonly runner?: 'node:test' | 'pytest'
  /** The duration with fixtures, if the runner reports it. */
  readonly milliseconds?: number
}

export type TellEnd = (test: EndedTest) => void

/** The listeners of each test or runner state whose end is watched. */
export const listeners = new WeakMap<object, Map<object, TellEnd>>()

/** The name for other code, with the file, because two files may have tests of one name. */
export const nameInFile = (file: string | undefined, name: string): string =>
  file ? `${file} > ${name}` : name

/** The path of a file, relative to the folder of the project. */
export function fromHere(file: string): string {
  const folder = globalThis.process?.cwd?.() ?? ''
  return file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}
