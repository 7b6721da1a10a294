import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The members without a comment of the interfaces and classes that the main entry exports, with their places. */
export function uncommentedMembers(): { readonly name: string; readonly member: ts.Node }[] {
  const entry = `${ROOT}src/index.ts`
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const program = ts.createProgram([entry], ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  const module = source && checker.getSymbolAtLocation(source)
  return (module ? checker.getExportsOfModule(module) : []).flatMap((exported) => {
    const own = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const declared = (own.declarations ?? []).filter(
      (one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one),
    )
    return declared
      .flatMap((one) => [...one.members])
      .filter((member) => isPublic(member) && !isCommented(checker, member))
      .map((member) => ({ name: `${own.name}.${member.name?.getText()}`, member }))
  })
}

/** Symbols, and the name of an error, are those of the language. */
const isPublic = (member: ts.ClassElement | ts.TypeElement): boolean =>
  member.name !== undefined &&
  ts.isIdentifier(member.name) &&
  !(member.name.text === 'name' && ts.isClassElement(member)) &&
  (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0

function isCommented(checker: ts.TypeChecker, { name }: ts.ClassElement | ts.TypeElement): boolean {
  const symbol = name && checker.getSymbolAtLocation(name)
  if (!symbol) return true
  const isInternal = symbol.getJsDocTags(checker).some((tag) => tag.name === 'internal')
  return isInternal || symbol.getDocumentationComment(checker).length > 0
}
