import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { entryPoints } from '../../tsup.config'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A function that users can call, as the published types have it. */
export interface PublicFunction {
  /** Such as `explore: explore.once`, or `simulator.webhooks.connect`. */
  readonly name: string
  /** How many arguments it cannot do without. */
  readonly needs: number
  /** How many it takes at most. */
  readonly most: number
  /** Functions of the user's in its arguments, such as `options.then.on`. */
  readonly takes: readonly string[]
}

const entries = Object.entries(entryPoints).map(([name, path]) => [name, `${ROOT}${path}`] as const)
const config = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile).config
const program = ts.createProgram(
  entries.map(([, path]) => path),
  ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options,
)
const checker = program.getTypeChecker()

/** Those of every entry, and of a simulator with everything that it holds. */
export function publicFunctions(): PublicFunction[] {
  const found: PublicFunction[] = []
  for (const [entry, path] of entries) {
    const source = program.getSourceFile(path)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${entry} exports nothing`)
    for (const exported of checker.getExportsOfModule(module)) {
      const own = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (own.flags & ts.SymbolFlags.Value) collect(`${entry}: ${exported.name}`, typeOf(own), found, 0)
      if (entry === 'index' && own.name === 'Simulator')
        collect('simulator', checker.getDeclaredTypeOfSymbol(own), found, 0)
    }
  }
  return found
}

const DEPTH = 4
const typeOf = (symbol: ts.Symbol): ts.Type => checker.getTypeOfSymbol(symbol)
const isInternal = (symbol: ts.Symbol): boolean =>
  symbol.getJsDocTags(checker).some(({ name }) => name === 'internal')
/** Declared here, not by the language or another package. */
const isOurs = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).every((one) => !one.getSourceFile().fileName.includes('/node_modules/'))

function collect(name: string, type: ts.Type, found: PublicFunction[], depth: number): void {
  if (depth > DEPTH) return
  const [signature, ...others] = type.getCallSignatures().map((one) => described(name, one))
  if (signature) {
    const most = Math.max(signature.most, ...others.map((one) => one.most))
    found.push({ ...signature, most })
  }
  for (const member of membersOf(type)) collect(`${name}.${member.name}`, typeOf(member), found, depth + 1)
}

function membersOf(type: ts.Type): ts.Symbol[] {
  if (type.flags & ts.TypeFlags.Union || !(type.flags & ts.TypeFlags.Object)) return []
  return checker
    .getPropertiesOfType(type)
    .filter(
      (one) =>
        one.declarations !== undefined &&
        isOurs(one) &&
        !isInternal(one) &&
        /^[a-z]\w*$/i.test(one.name) &&
        one.name !== 'prototype',
    )
    .filter((one) => (ts.getCombinedModifierFlags(declarationOf(one)) & NOT_PUBLIC) === 0)
}

const NOT_PUBLIC = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
const declarationOf = (symbol: ts.Symbol): ts.Declaration => symbol.declarations?.[0] as ts.Declaration

function described(name: string, signature: ts.Signature): PublicFunction {
  const parameters = signature.getParameters()
  const needs = parameters.filter((one) => {
    const declaration = declarationOf(one)
    return (
      declaration &&
      ts.isParameter(declaration) &&
      !checker.isOptionalParameter(declaration) &&
      !declaration.dotDotDotToken
    )
  }).length
  const isList = parameters.some((one) => (declarationOf(one) as ts.ParameterDeclaration)?.dotDotDotToken)
  const most = isList ? Number.POSITIVE_INFINITY : parameters.length
  const takes = new Set<string>()
  for (const one of parameters) functionsIn(one.name, typeOf(one), takes, 0, [])
  return { name, needs, most, takes: [...takes] }
}

/** Functions at any depth of what is given, but not in a simulator, and not in what a function is given. */
function functionsIn(path: string, type: ts.Type, takes: Set<string>, depth: number, above: ts.Type[]): void {
  if (depth > DEPTH || above.includes(type)) return
  const within = [...above, type]
  if (type.isUnionOrIntersection()) {
    for (const one of type.types) functionsIn(path, one, takes, depth, within)
    return
  }
  const { symbol } = type
  if (symbol && (['Simulator', 'Served'].includes(symbol.name) || !isOurs(symbol))) {
    for (const one of checker.getTypeArguments(type as ts.TypeReference) ?? [])
      functionsIn(path, one, takes, depth + 1, within)
    return
  }
  for (const signature of type.getCallSignatures()) {
    takes.add(path)
    // A program is what a function returns.
    functionsIn(`${path}()`, signature.getReturnType(), takes, depth + 1, within)
  }
  for (const member of membersOf(type))
    functionsIn(`${path}.${member.name}`, typeOf(member), takes, depth + 1, within)
}
