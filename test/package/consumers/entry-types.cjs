const { spawnSync } = require('node:child_process')
const { writeFileSync } = require('node:fs')

/** Compiles every entry, as one program for each kind of importer. Errors in declarations of others are theirs. */
const { exports: entries } = require('accounting-simulator/package.json')
const names = Object.keys(entries).filter((name) => typeof entries[name] === 'object' && entries[name].import)
const program = names.map((name, i) =>
  // Its declarations are no module: it is loaded by Storybook alone.
  name === './storybook/manager'
    ? `import 'accounting-simulator${name.slice(1)}'\n`
    : `export * as entry${i} from 'accounting-simulator${name.slice(1)}'\n`,
)
for (const file of ['every.mts', 'every.cts', 'every.ts']) writeFileSync(file, program.join(''))
const isOurs = (file) => /^every\.|accounting-simulator[\\/]dist/.test(file)

/** The module, its resolution, and the files of those who import so. */
const RESOLUTIONS = [
  ['ESNext', 'Bundler', ['every.mts']],
  ['Node16', 'Node16', ['every.mts', 'every.cts']],
  ['NodeNext', 'NodeNext', ['every.mts', 'every.cts']],
  ['CommonJS', 'Node10', ['every.ts']],
]

/** Only our files are checked, which takes a third of the time of `tsc`. */
function byLibrary(ts, module, resolution, files) {
  const checked = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    module: ts.ModuleKind[module],
    moduleResolution: ts.ModuleResolutionKind[resolution],
  })
  const ours = checked.getSourceFiles().filter(({ fileName }) => isOurs(fileName))
  const found = ours.flatMap((file) => [
    ...checked.getSyntacticDiagnostics(file),
    ...checked.getSemanticDiagnostics(file),
  ])
  return { count: ours.length, errors: found.map((one) => ts.formatDiagnostic(one, HOST)) }
}
const HOST = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
}

/** TypeScript from 7 on has no library. */
function byProgram(binary, module, resolution, files) {
  const lib = 'es2022,dom,dom.iterable'
  const how = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', lib]
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false']
  const args = [binary, ...strict, ...how, '--types', 'node', '--pretty', 'false', '--listFiles', ...files]
  const lines = spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.split('\n')
  const errors = lines.filter((line) => / error TS\d+: /.test(line) && isOurs(line))
  // An error without a place is one of the options.
  return {
    count: lines.filter((line) => !/ error TS/.test(line) && isOurs(line)).length,
    errors: [...errors, ...lines.filter((line) => line.startsWith('error '))],
  }
}

const complaints = []
for (const name of ['typescript-5.4', 'typescript-5.9', 'typescript']) {
  const { version } = require(`${name}/package.json`)
  const isLibrary = Number.parseInt(version, 10) < 7
  for (const [module, resolution, files] of RESOLUTIONS) {
    if (!isLibrary && resolution === 'Node10') continue
    const { count, errors } = isLibrary
      ? byLibrary(require(name), module, resolution, files)
      : byProgram(`node_modules/${name}/bin/tsc`, module, resolution, files)
    complaints.push(...errors.map((error) => `TypeScript ${version}, ${resolution}: ${error}`))
    if (count < names.length * files.length)
      complaints.push(`TypeScript ${version}, ${resolution}: only ${count} files of ours were read`)
  }
}
if (complaints.length > 0) {
  process.stderr.write(`${complaints.join('\n')}\n`)
  process.exitCode = 1
}
