import ts from 'typescript'

export interface Import {
  readonly specifier: string
  /** The imported names; '*' stands for all. Of a namespace, those that the file reads. */
  names: readonly string[]
  /** The name of `import * as name`. */
  readonly namespace?: string | undefined
  /** All of `export * from`. */
  readonly isHandedOn?: true
  readonly typeOnly: boolean
  readonly line: number
}

export interface Export {
  readonly name: string
  /** A type that is used in its own file is not dead: it names what an exported value takes or gives. */
  readonly isType: boolean
  /** Declared by this file, which does not hand it on. */
  readonly isDeclared: boolean
  readonly line: number
}

export interface Source {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  /** The text with comments and the insides of strings blanked out. */
  readonly codeLines: readonly string[]
  readonly imports: readonly Import[]
  readonly exports: readonly Export[]
}

export function sourceOf(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  const imports: Import[] = []
  const exports: Export[] = []
  const code = [...text].fill(' ').map((blank, i) => (text[i] === '\n' ? '\n' : blank))

  function visit(node: ts.Node): void {
    const taken = importOf(node)
    if (taken) imports.push({ ...taken, line: lineOf(node) })
    if (ts.isSourceFile(node.parent)) {
      const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
      for (const name of exportedNames(node))
        exports.push({
          name,
          isType,
          isDeclared: !ts.isExportDeclaration(node) && name !== 'default',
          line: lineOf(node),
        })
    }
    const children = node.getChildren(file)
    if (children.length === 0 && !holdsText(node)) {
      for (let i = node.getStart(file); i < node.end; i++) code[i] = text[i] ?? ' '
    }
    children.forEach(visit)
  }
  // The first level by forEachChild, so that `node.parent` of a statement is the file itself.
  ts.forEachChild(file, visit)
  for (const taken of imports) if (taken.namespace) taken.names = membersUsed(file, taken.namespace)
  return { path, text, lines: text.split('\n'), codeLines: code.join('').split('\n'), imports, exports }
}

const holdsText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJSDoc(node)

function importOf(node: ts.Node): Omit<Import, 'line'> | undefined {
  if (ts.isImportDeclaration(node)) {
    const { importClause: clause } = node
    const bindings = clause?.namedBindings
    return {
      specifier: textOf(node.moduleSpecifier),
      names: namesOf(clause),
      namespace: bindings && ts.isNamespaceImport(bindings) ? bindings.name.text : undefined,
      typeOnly: isTypeOnly(clause),
    }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const { exportClause: clause } = node
    const names =
      clause && ts.isNamedExports(clause)
        ? clause.elements.map((e) => (e.propertyName ?? e.name).text)
        : ['*']
    const specifier = textOf(node.moduleSpecifier)
    return { specifier, names, typeOnly: node.isTypeOnly, ...(!clause && { isHandedOn: true as const }) }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: textOf(node.argument.literal), names: ['*'], typeOnly: true }
  }
  if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword &&
    node.arguments[0]
  ) {
    return { specifier: textOf(node.arguments[0]), names: ['*'], typeOnly: false }
  }
  return undefined
}

/** The members of a namespace that a file reads by name; all, where it hands the namespace on. */
function membersUsed(file: ts.SourceFile, namespace: string): string[] {
  const members = new Set<string>()
  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && node.text === namespace && !ts.isNamespaceImport(node.parent)) {
      const { parent } = node
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) members.add(parent.name.text)
      else if (ts.isQualifiedName(parent) && parent.left === node) members.add(parent.right.text)
      else members.add('*')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...members]
}

const textOf = (node: ts.Node): string => (ts.isStringLiteralLike(node) ? node.text : '')

function namesOf(clause: ts.ImportClause | undefined): string[] {
  if (!clause) return []
  const names = clause.name ? ['default'] : []
  const bindings = clause.namedBindings
  if (!bindings) return names
  if (ts.isNamespaceImport(bindings)) return [...names, '*']
  return [...names, ...bindings.elements.map((element) => (element.propertyName ?? element.name).text)]
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  const bindings = clause.namedBindings
  if (clause.isTypeOnly) return true
  return (
    !clause.name && !!bindings && ts.isNamedImports(bindings) && bindings.elements.every((e) => e.isTypeOnly)
  )
}

function exportedNames(node: ts.Node): string[] {
  if (ts.isExportAssignment(node)) return ['default']
  if (ts.isExportDeclaration(node)) {
    const { exportClause: clause } = node
    return clause && ts.isNamedExports(clause) ? clause.elements.map((element) => element.name.text) : []
  }
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default']
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name }) => name.getText())
  }
  const { name } = node as ts.DeclarationStatement
  return name ? [name.text] : []
}
