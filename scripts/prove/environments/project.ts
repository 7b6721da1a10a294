/** A project of a user: what it installs, its files, and what has to come of its tests. */
export interface Project {
  /** As the pages name it, and as results are filed. */
  readonly name: string
  /** How requests arrive at the simulator. */
  readonly by: string
  /** The packages beside this one, as npm is asked for them. */
  readonly packages: readonly string[]
  /** In the place of npm: what installs the packages. Its files name them, and `TARBALL` the packed package. */
  readonly install?: readonly string[]
  readonly files: Readonly<Record<string, FileText>>
  readonly runs: readonly Run[]
  /** The clients whose requests do not reach the simulator, which fails their tests. */
  readonly past?: readonly string[]
  /** What it is told where it cannot work. */
  readonly told?: string
  /** Where its programs run, below its folder. */
  readonly folder?: string
  /** The module or the folder that its runs write, beside its files. */
  readonly writes?: string
  /** Whether it needs Chromium. */
  readonly browses?: boolean
  /** What is run once it is installed. */
  readonly before?: readonly string[]
}

/** What reads the OpenAPI document of the package. */
export interface Consumer extends Project {
  /** What it has to be told, as the page says it; empty where its own settings do. */
  readonly setting: string
  /** What it cannot do. */
  readonly lacks: string
}

/** The text of a file, or the template below files/ that it is made from. */
export type FileText = string | FromTemplate

export interface FromTemplate {
  readonly from: string
  readonly words?: Readonly<Record<string, string>>
  readonly dialect: Dialect
}

/** What becomes of templates, which are TypeScript without endings in their imports. */
export interface Dialect {
  readonly ending: 'ts' | 'js'
  readonly format: 'esm' | 'cjs' | 'as it is'
  /** What the imports of neighbours end in. */
  readonly imports: '' | '.js'
}

/** A program that is run in the project, and what has to come of it. */
export interface Run {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly succeeds: boolean
  /** Texts that it prints. */
  readonly says: readonly string[]
  /** How many requests reach the real service. */
  readonly arriving?: number
}
