import type { Source } from './source'
import { resolveImport } from './source-tree'

interface Layer {
  readonly name: string
  /** The files of the layer. */
  readonly files: RegExp
  /** Allowed imports, besides each other. */
  readonly below: readonly RegExp[]
  /** They may not import each other. */
  readonly apart?: true
}

const KERNEL = /^src\/kernel\//
const ERRORS = /^src\/((option|usage)-error|check-members)\.ts$/
const ASSUMPTIONS = /^src\/assumptions\//
const ENGINE = /^src\/engine\//
const RESOURCES = /^src\/resources\//
const CHANGES = /^src\/changes\//
const HTTP = /^src\/http\//
const WEBHOOKS = /^src\/webhooks\//
const SCHEMA = /^src\/engine\/schema\//
const HOST_TIME = /^src\/host-time\.ts$/
const TIMER_HANDLERS = /^src\/timer-handlers\.ts$/
const OPENAPI = /^src\/openapi\//
const SIMULATOR = /^src\/([^/]+\.ts$|api\/|time\/|worlds\/|options\/|scenario\/|timeline\/)/
const CONTROLS = /^src\/controls\//
const INDEX = /^src\/index\.ts$/
const ADAPTERS = /^src\/adapters\//
const REPLAY = /^src\/replay\//
const EXPLORE = /^src\/explore\//
/** The panel knows the controls by their documented answers only. */
const INSPECTOR = /^src\/inspector\//
const SCENARIOS = /^scenarios\//
/** Pure functions of a simulator, which the controls offer, too. */
const MATCHERS = /^src\/adapters\/matchers\.ts$/
/** For suggestions in error messages. */
const NEAREST_NAME = /^src\/kernel\/nearest-name\.ts$/
/** What a recording can word otherwise. */
const MESSAGE_TEXTS = /^src\/options\/message-templates\.ts$/
/** The one comparison of `simulator.received` and its matcher. */
const PARTIAL_MATCH = /^src\/kernel\/partial-match\.ts$/

/**
 * The house from the ground up (CONTRIBUTING.md). The first layer whose files match is the layer of a file.
 */
const LAYERS: readonly Layer[] = [
  { name: 'kernel', files: KERNEL, below: [] },
  { name: 'errors', files: ERRORS, below: [KERNEL] },
  { name: 'host time', files: HOST_TIME, below: [] },
  { name: 'assumptions', files: ASSUMPTIONS, below: [KERNEL, ERRORS] },
  { name: 'engine', files: ENGINE, below: [KERNEL, ASSUMPTIONS, ERRORS] },
  { name: 'catalogue', files: /^src\/resources\/catalogue\.ts$/, below: [RESOURCES, SCHEMA] },
  { name: 'resources', files: RESOURCES, below: [SCHEMA], apart: true },
  { name: 'changes', files: CHANGES, below: [KERNEL, HOST_TIME] },
  { name: 'http', files: HTTP, below: [KERNEL, ENGINE, ASSUMPTIONS, ERRORS, CHANGES] },
  { name: 'timer handlers', files: TIMER_HANDLERS, below: [KERNEL, ENGINE] },
  {
    name: 'webhooks',
    files: WEBHOOKS,
    below: [KERNEL, ENGINE, HTTP, ASSUMPTIONS, ERRORS, HOST_TIME, TIMER_HANDLERS],
  },
  { name: 'openapi', files: OPENAPI, below: [KERNEL, ENGINE, HTTP, WEBHOOKS, ASSUMPTIONS] },
  {
    name: 'simulator',
    files: SIMULATOR,
    below: [KERNEL, ENGINE, RESOURCES, HTTP, WEBHOOKS, OPENAPI, ASSUMPTIONS, CHANGES],
  },
  // The conformance kit signs and judges deliveries without a simulator.
  {
    name: 'receiver',
    files: /^src\/adapters\/receiver(\/|\.ts$)/,
    below: [KERNEL, WEBHOOKS, HOST_TIME, ERRORS],
  },
  {
    name: 'controls',
    files: CONTROLS,
    below: [SIMULATOR, KERNEL, ENGINE, HTTP, WEBHOOKS, OPENAPI, MATCHERS, CHANGES],
  },
  { name: 'inspector', files: INSPECTOR, below: [HOST_TIME] },
  { name: 'scenarios', files: SCENARIOS, below: [INDEX] },
  // It makes the simulators that answer a recording.
  { name: 'replay', files: REPLAY, below: [INDEX, KERNEL, ERRORS, MESSAGE_TEXTS] },
  // It starts programs around a simulator, on its clock.
  { name: 'explore', files: EXPLORE, below: [INDEX, ADAPTERS, KERNEL, ERRORS] },
  {
    name: 'node adapter',
    files: /^src\/adapters\/node/,
    below: [INDEX, CONTROLS, REPLAY, SCENARIOS, ADAPTERS, EXPLORE, KERNEL],
  },
  { name: 'openapi entry', files: /^src\/adapters\/openapi\.ts$/, below: [INDEX, OPENAPI] },
  { name: 'port of controls', files: /^src\/adapters\/controls\.ts$/, below: [INDEX, CONTROLS, SCENARIOS] },
  {
    name: 'story simulator',
    files: /^src\/adapters\/storybook\//,
    below: [INDEX, SCENARIOS, INSPECTOR, ADAPTERS, ERRORS],
  },
  { name: 'adapters', files: ADAPTERS, below: [INDEX, INSPECTOR, NEAREST_NAME, PARTIAL_MATCH] },
]

/** Layers above the public face, which they get handed in. */
const ABOVE = ['adapters', 'node adapter', 'scenarios', 'explore']

/** Programs, and what runs before a test could make one. */
const MAKES_SIMULATORS = /(-command|\/use-simulator|\/page-world|\/story-simulator)\.ts$/

/** Packages and the one place that knows them. */
const PACKAGES: readonly { name: RegExp; files: RegExp }[] = [
  { name: /^big\.js$/, files: /^src\/kernel\/money\.ts$/ },
  { name: /^@noble\/hashes\//, files: /^src\/(http|webhooks)\// },
  {
    name: /^msw(\/(node|browser))?$/,
    files: /^src\/adapters\/(msw(\.ts|\/)|vitest\/|browser\/|storybook\/)/,
  },
  { name: /^lit(\/|$)/, files: INSPECTOR },
  { name: /^(react$|storybook\/)/, files: /^src\/adapters\/storybook\// },
  { name: /^vitest(\/suite)?$/, files: /^src\/adapters\/vitest/ },
  { name: /^node:/, files: /^src\/(adapters\/(node|time\/|vitest\/)|explore\/host\/)/ },
  { name: /^package\.json$/, files: /^src\/adapters\/node-command\.ts$/ },
  // A name kept from bundlers, and the module of a user.
  { name: /^$/, files: /^src\/(adapters\/vitest\/interception|explore\/host\/worker)\.ts$/ },
]

export function layerComplaints(sources: Iterable<Source>): string[] {
  return [...sources].filter(({ path }) => isOurs(path)).flatMap(complaintsAbout)
}

const isOurs = (path: string): boolean => /^(src|scenarios)\//.test(path)

function complaintsAbout(source: Source): string[] {
  const layer = LAYERS.find(({ files }) => files.test(source.path))
  if (!layer)
    return [`${source.path}: belongs to no layer; move it, or draw the layer in test/tidy/layers.ts`]
  return source.imports.flatMap(({ specifier, line, typeOnly }) => {
    const where = `${source.path}:${line}`
    const target = resolveImport(source.path, specifier)
    if (!isOurs(target)) return packageComplaints(source.path, where, target)
    if (
      ABOVE.includes(layer.name) &&
      !typeOnly &&
      target === 'src/index.ts' &&
      !MAKES_SIMULATORS.test(source.path)
    ) {
      return [`${where}: takes more than types from ${target}; an adapter gets its simulator as an argument`]
    }
    const allowed = [...layer.below, ...(layer.apart ? [] : [layer.files])].some((files) =>
      files.test(target),
    )
    return allowed
      ? []
      : [`${where}: ${layer.name} must not know ${target}; move the idea down, or pass it in`]
  })
}

function packageComplaints(path: string, where: string, name: string): string[] {
  const known = PACKAGES.find((row) => row.name.test(name))
  if (known?.files.test(path)) return []
  return [`${where}: imports ${name}; ask the file that wraps it, or give it a place in test/tidy/layers.ts`]
}

/** The streets of the engine that the others stand on, from the ground up. */
const GROUND = ['schema', 'model', 'write', 'read']
/** Files that combine the streets. */
const TOP = ['all-behaviours.ts', 'compile.ts', 'execute.ts', 'actions.ts', 'timer-handlers.ts']

/**
 * The laws between the streets of the engine: schema < model < write and read < the domains < what puts them
 * together. No two domains import each other.
 */
export function streetComplaints(sources: ReadonlyMap<string, Source>): string[] {
  const arrows = [...sources.values()].flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const [from, to] = [streetOf(path), streetOf(resolveImport(path, specifier))]
      return from && to && from !== to ? [{ from, to, where: `${path}:${line}` }] : []
    }),
  )
  const loose = [...sources.keys()].filter(
    (path) => /^src\/engine\/[^/]+\.ts$/.test(path) && !TOP.includes(path.slice('src/engine/'.length)),
  )
  return [
    ...loose.map((path) => `${path}: stands in no street of the engine; give it one`),
    ...arrows
      .filter(({ from, to }) => heightOf(from) < heightOf(to) || (from === 'read' && to === 'write'))
      .map(
        ({ from, to, where }) => `${where}: ${from} must not know ${to}; move the idea down, or pass it in`,
      ),
    ...arrows
      .filter(
        ({ from, to }) =>
          heightOf(from) === heightOf(to) && arrows.some((back) => back.from === to && back.to === from),
      )
      .map(
        ({ from, to, where }) => `${where}: ${from} and ${to} import each other; move what both need down`,
      ),
  ]
}

/** `write` for src/engine/write/save.ts; a file at the top is a street of its own. */
const streetOf = (path: string): string | undefined => /^src\/engine\/([^/]+)/.exec(path)?.[1]

function heightOf(street: string): number {
  if (street.endsWith('.ts')) return GROUND.length + 1
  const height = GROUND.indexOf(street)
  return height < 0 ? GROUND.length : height
}

/** Files that need each other, be it only for a type. */
export function cycles(sources: ReadonlyMap<string, Source>): string[] {
  const finished = new Set<string>()
  const found: string[] = []
  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) {
      found.push(
        `${[...trail.slice(start), path].join(' -> ')}: a circle of imports; move what both need to a third file`,
      )
      return
    }
    const source = sources.get(path)
    if (!source || finished.has(path)) return
    for (const { specifier } of source.imports) {
      visit(resolveImport(path, specifier), [...trail, path])
    }
    finished.add(path)
  }
  for (const path of sources.keys()) if (path.startsWith('src/')) visit(path, [])
  return found
}

/** Behaviours are composed by the list of all of them, and never by each other. */
export function behaviourComplaints(sources: ReadonlyMap<string, Source>): string[] {
  const list = sources.get('src/engine/all-behaviours.ts')
  if (!list) return []
  const behaviours = new Set(list.imports.map(({ specifier }) => resolveImport(list.path, specifier)))
  return [...sources.values()]
    .filter(({ path }) => behaviours.has(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => behaviours.has(resolveImport(path, specifier)))
        .filter(({ specifier }) => !specifier.endsWith('/write/behaviour'))
        .map(
          ({ specifier, line }) =>
            `${path}:${line}: imports the behaviour ${specifier}; let their order in all-behaviours.ts join them`,
        ),
    )
}
