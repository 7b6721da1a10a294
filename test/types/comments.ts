import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { entryPoints } from '../../tsup.config'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The comments of what the entries export, and of the public members of exported interfaces and classes, by name. */
export function publishedComments(): ReadonlyMap<string, string> {
  const entries = Object.values(entryPoints).map((path) => `${ROOT}${path}`)
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const program = ts.createProgram(entries, ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options)
  const checker = program.getTypeChecker()
  const modules = entries.flatMap((entry) => {
    const source = program.getSourceFile(entry)
    return (source && checker.getSymbolAtLocation(source)) ?? []
  })
  const comments = new Map<string, string>()
  for (const exported of modules.flatMap((module) => checker.getExportsOfModule(module))) {
    const own = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    comments.set(own.name, commentOf(checker, own) ?? '')
    for (const { name, symbol } of membersOf(checker, own)) {
      const comment = commentOf(checker, symbol)
      if (comment !== undefined) comments.set(`${own.name}.${name}`, comment)
    }
  }
  return comments
}

interface Member {
  readonly name: string
  readonly symbol: ts.Symbol
}

function membersOf(checker: ts.TypeChecker, { declarations = [] }: ts.Symbol): Member[] {
  const declared = declarations.filter((one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one))
  return declared
    .flatMap((one): (ts.ClassElement | ts.TypeElement)[] => [...one.members])
    .filter(isPublic)
    .flatMap(({ name }) => {
      const symbol = name && checker.getSymbolAtLocation(name)
      return symbol ? [{ name: name.getText(), symbol }] : []
    })
}

/** Symbols, the name of an error and the callbacks of a custom element are those of the language and the platform. */
const isPublic = (member: ts.ClassElement | ts.TypeElement): boolean =>
  member.name !== undefined &&
  ts.isIdentifier(member.name) &&
  !(member.name.text === 'name' && ts.isClassElement(member)) &&
  !/Callback$/.test(member.name.text) &&
  (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0

/** With its tags, such as `@default`; undefined for what is marked as internal. */
function commentOf(checker: ts.TypeChecker, symbol: ts.Symbol): string | undefined {
  const tags = symbol.getJsDocTags(checker)
  if (tags.some(({ name }) => name === 'internal')) return undefined
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  return [text, ...tags.map((tag) => ts.displayPartsToString(tag.text))].filter(Boolean).join(' ')
}
