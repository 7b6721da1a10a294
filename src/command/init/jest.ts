import { posix } from 'node:path'

/** The settings of jest, and of babel, which jest asks by itself. */
export interface JestSetting {
  readonly jest: string
  readonly babel: string
  /** The folder of the configuration, relative to the project. */
  readonly folder: string
}

interface Source {
  readonly jest?: unknown
  readonly babel?: unknown
  readonly scripts?: Readonly<Record<string, string>>
}

/** Reads package.json, the files of configuration, and in their place the file that the script names. */
export function jestSetting(
  { jest, babel, scripts }: Source,
  files: readonly string[],
  text: (file: string) => string,
): JestSetting {
  const [, named] = /(?:--config|-c)[= ](?:\.\/)?([\w/.-]+)/.exec(scripts?.test ?? '') ?? []
  const textsOf = (isIt: (file: string) => boolean): string[] => files.filter(isIt).map(text)
  return {
    folder: named !== undefined && files.includes(named) ? posix.dirname(named) : '.',
    jest: [
      JSON.stringify(jest ?? {}),
      ...textsOf((file) =>
        named !== undefined && files.includes(named) ? file === named : /^jest\.config\.\w+$/.test(file),
      ),
    ].join('\n'),
    babel: [
      JSON.stringify(babel ?? {}),
      ...textsOf((file) => /^(babel\.config|\.babelrc)(\.\w+)?$/.test(file)),
    ].join('\n'),
  }
}

/** A preset, a package that transforms TypeScript, a transform of files that end in ts, or settings elsewhere. */
const JEST_READS = [
  /preset|ts-jest|swc|esbuild|sucrase|next\/jest|\bprojects\b/,
  /\btransform['"]?\s*:\s*\{[^}]*(?:\bts|\[(?:jt|tj)\]s|[jt]\|[jt]\)s)/,
]
const BABEL_READS = /typescript|next\/babel|\bexpo\b|react-native|react-app|metro/

/** Without a transformer jest ends at the first type, or at the first import. */
export const readsTypeScript = ({ jest, babel }: JestSetting): boolean =>
  JEST_READS.some((pattern) => pattern.test(jest)) || BABEL_READS.test(babel)

/** The packages that a test in TypeScript needs and the project lacks. */
export function missingFor(setting: JestSetting, packages: Readonly<Record<string, string>>): string[] {
  const types = packages['@types/jest'] === undefined ? ' @types/jest' : ''
  if (!readsTypeScript(setting))
    return [
      `npm install --save-dev ts-jest${types}, and preset: 'ts-jest' for jest, which reads no TypeScript yet`,
    ]
  return types !== '' && setting.jest.includes('ts-jest')
    ? [`npm install --save-dev${types}, which has the types of test and expect`]
    : []
}
