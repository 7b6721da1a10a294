import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** What an editor says of a file of a user's project: hovers and errors. */
export interface Editor {
  /** The text that appears over the last word of the marked place, `/*here*\/` after it. */
  hover(): string
  /** The first line of each error. */
  errors(): string[]
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILE = join(ROOT, 'test/types/virtual.ts')
const MARK = '/*here*/'

const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT)

let text = ''
let version = 0
const host: ts.LanguageServiceHost = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: (path) => (path === FILE ? String(version) : '0'),
  getScriptSnapshot(path) {
    if (path === FILE) return ts.ScriptSnapshot.fromString(text)
    return ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined
  },
  getCurrentDirectory: () => dirname(FILE),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === FILE || ts.sys.fileExists(path),
  readFile: (path) => (path === FILE ? text : ts.sys.readFile(path)),
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
}
const service = ts.createLanguageService(host)

/** Opens a file with a simulator in it. */
export function editor(body: string): Editor {
  text = `import { createSimulator } from 'accounting-simulator'\nexport const simulator = createSimulator()\n${body}\n`
  version += 1
  const opened = version
  const current = (): void => {
    if (opened !== version) throw new Error('another file was opened since')
  }
  return {
    hover() {
      current()
      const info = service.getQuickInfoAtPosition(FILE, text.indexOf(MARK) - 1)
      return [ts.displayPartsToString(info?.displayParts), ts.displayPartsToString(info?.documentation)]
        .filter((part) => part !== '')
        .join('\n')
    },
    errors() {
      current()
      return service
        .getSemanticDiagnostics(FILE)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }
}

/** The errors of a whole program, without those of unused names. */
export function programErrors(program: string): string[] {
  text = program
  version += 1
  return [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)]
    .filter(({ code }) => code !== UNUSED && code !== ALL_UNUSED)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const UNUSED = 6133
const ALL_UNUSED = 6192

/** How many types the compiler has to work out for a whole program. */
export function instantiationsOf(program: string): number {
  text = program
  version += 1
  const made = ts.createProgram({ rootNames: [FILE], options, host: compilerHost() })
  for (const file of made.getSourceFiles().filter(({ fileName }) => fileName === FILE))
    made.getSemanticDiagnostics(file)
  return made.getInstantiationCount()
}

function compilerHost(): ts.CompilerHost {
  const real = ts.createCompilerHost(options)
  return {
    ...real,
    fileExists: (path) => path === FILE || real.fileExists(path),
    readFile: (path) => (path === FILE ? text : real.readFile(path)),
    getSourceFile: (path, languageVersion) =>
      path === FILE
        ? ts.createSourceFile(path, text, languageVersion)
        : real.getSourceFile(path, languageVersion),
  }
}
