import type { Source } from './source'
import { resolveImport } from './source-tree'

interface Layer {
  /** Its folder in `src`, unless `files` says otherwise. */
  readonly name: string
  readonly files?: RegExp
  /** The layers that it may import besides itself. All of them stand above it in the list. */
  readonly below: readonly string[]
  /** Its files may not import each other. */
  readonly apart?: true
  /** It gets its simulators as arguments: of the face it may import types only. */
  readonly handed?: true
}

const PLATFORM = ['host-time', 'running-test']
const GROUND_FLOOR = [...PLATFORM, 'values', 'kernel', 'errors', 'assumptions', 'schema', 'engine']
const SERVED = ['service/http', 'service']
const WIRE = ['events', ...SERVED]
const SERVICE = [...GROUND_FLOOR, ...WIRE]
const MACHINE = [...SERVICE, 'resources', 'openapi', 'time', 'api', 'scenario', 'worlds']
const WHOLE_SERVICE = [...MACHINE, 'simulator']
/** What tools and hosts stand on. */
const FACE = ['face', 'internals', 'values', 'errors', 'headers']
const HOST = [...FACE, ...PLATFORM, 'hosts']

/** The house from the ground up: each room of `src` is a layer. CONTRIBUTING.md draws it. */
export const LAYERS: readonly Layer[] = [
  { name: 'host-time', below: [] },
  { name: 'running-test', below: ['host-time'] },
  {
    name: 'values',
    files:
      /^src\/kernel\/(are-alike|attempt|common-divisor|count-text|duration|duration-error|edit-distance|escape-html|escape-reg-exp|first-names|first-position|instant|invariant|is-equal-secret|is-named|is-object|is-promise|is-whole|json-copy|kept-members|get-or-create-list|map-values|masked|member-names|message-of|mistake|mutable|name-words|operation-text|lazy|memoize|nearest-name|partial-match|plain-date|seeded-bits|civil-day|decoded-text|uuid)\.ts$/,
    below: [],
  },
  { name: 'kernel', below: ['values'] },
  { name: 'errors', below: ['values'] },
  { name: 'assumptions', below: ['host-time', 'values', 'kernel', 'errors'] },
  { name: 'schema', files: /^src\/engine\/schema\//, below: ['values', 'kernel', 'assumptions'] },
  { name: 'engine', below: ['values', 'kernel', 'errors', 'assumptions', 'schema'] },
  { name: 'record types', files: /^src\/resources\/.+\//, below: ['schema'], apart: true },
  { name: 'resources', below: ['schema', 'engine', 'record types'] },
  // The panel has the same filter, and hosts read headers before the simulator has the request.
  { name: 'filter', files: /^src\/events\/filter\//, below: ['values', 'errors'] },
  { name: 'headers', files: /^src\/events\/headers\//, below: ['values'] },
  { name: 'events', below: [...GROUND_FLOOR, 'filter', 'headers'] },
  // Webhooks stand above it (decision 6).
  { name: 'service/http', below: [...GROUND_FLOOR, 'events', 'headers'] },
  { name: 'service', below: [...GROUND_FLOOR, 'events', 'service/http'] },
  { name: 'openapi', files: /^src\/openapi\//, below: SERVICE },
  { name: 'time', below: SERVICE },
  { name: 'api', below: [...SERVICE, 'time'] },
  { name: 'scenario', below: [...SERVICE, 'resources', 'api'] },
  { name: 'worlds', below: [...SERVICE, 'api'] },
  { name: 'internals', files: /^src\/simulator\/internals-of\.ts$/, below: [] },
  { name: 'simulator', below: [...MACHINE, 'internals'] },
  { name: 'face', files: /^src\/(index|index-browser|without-simulator|openapi)\.ts$/, below: WHOLE_SERVICE },
  { name: 'scenarios', files: /^scenarios\//, below: ['face', 'errors'], handed: true },
  { name: 'virtual-time', below: [...FACE, 'host-time'], handed: true },
  { name: 'tools', files: /^src\/tools\/[^/]+\.ts$/, below: FACE, handed: true },
  { name: 'tools/ending', below: [...FACE, ...PLATFORM, 'virtual-time', 'tools'], handed: true },
  { name: 'tools/matchers', below: [...FACE, ...PLATFORM, 'tools', 'tools/ending'], handed: true },
  // The conformance kit signs and judges deliveries without a simulator.
  {
    name: 'tools/receiver',
    below: [...PLATFORM, 'values', 'errors', 'filter', 'events', 'service/http', 'service'],
  },
  {
    name: 'tools/controls',
    below: [...FACE, ...MACHINE, 'simulator', 'scenarios', 'tools', 'tools/ending', 'tools/matchers'],
  },
  // The panel knows the controls by the types of their answers only.
  { name: 'tools/inspector', below: ['host-time', 'errors', 'filter', 'face'], handed: true },
  // The page of a team is a client of its sandboxes, and shows the panel of each.
  { name: 'tools/team', below: ['values', 'errors', 'tools/controls', 'tools/inspector'] },
  // It makes the simulators that answer a recording, and knows the service's messages.
  { name: 'tools/replay', below: [...FACE, ...PLATFORM, 'worlds', 'engine', 'tools'] },
  // It describes the service by the document of a simulator.
  { name: 'tools/zod', below: FACE },
  // It makes its simulators with a function that hosts hand in, so that each bundles the package as it likes.
  { name: 'sandbox', below: [...FACE, 'host-time', ...SERVED, 'tools/controls'], handed: true },
  // It knows the controls by their documented answers, and shares the panel's way of writing tests.
  { name: 'tools/mcp', below: ['host-time', 'values', 'errors', 'tools/inspector'] },
  {
    name: 'hosts',
    files: /^src\/hosts\/[^/]+\.ts$(?<!(msw|node|vitest|browser|storybook|worker)\.ts)/,
    below: [...FACE, 'host-time'],
  },
  { name: 'hosts/msw', below: [...HOST, 'tools/ending'], handed: true },
  { name: 'hosts/node', below: [...HOST, 'tools/controls', 'tools/mcp', 'sandbox'], handed: true },
  // The platform makes its objects, so they make their simulators.
  { name: 'hosts/worker', below: [...HOST, ...SERVED, 'tools/controls', 'sandbox'] },
  { name: 'hosts/browser', below: [...HOST, 'hosts/msw', 'tools/controls'], handed: true },
  {
    name: 'hosts/storybook',
    below: [
      ...[...HOST, 'hosts/msw', 'hosts/browser'],
      ...['tools/ending', 'tools/controls', 'tools/inspector', 'scenarios'],
    ],
    handed: true,
  },
  {
    name: 'tools/explore',
    below: [...FACE, ...PLATFORM, ...WIRE, 'virtual-time', 'tools', 'tools/matchers'],
    handed: true,
  },
  // It measures by the misfortunes of an exploration.
  { name: 'tools/coverage', below: [...FACE, 'host-time', 'events', 'tools', 'tools/explore'], handed: true },
  {
    name: 'hosts/vitest',
    below: [
      ...HOST,
      'hosts/msw',
      'virtual-time',
      ...['tools', 'tools/ending', 'tools/matchers'],
      'tools/coverage',
    ],
    handed: true,
  },
  {
    name: 'command',
    below: [
      ...FACE,
      'events',
      'service',
      'scenarios',
      'tools/controls',
      'tools/replay',
      'tools/explore',
      ...['tools/coverage', 'tools/matchers'],
      'tools/mcp',
      'hosts/node',
    ],
  },
]

const filesOf = ({ name, files }: Layer): RegExp => files ?? new RegExp(`^src/${name}(/|\\.ts$)`)

/** Programs, and what runs before a test could make a simulator. */
const MAKES_SIMULATORS =
  /(-command|\/use-simulator|vitest\/reporter|\/page-world|\/story-simulator|\/many-server|\/world-worker)\.ts$/

/** Packages and the one place that knows them. */
const PACKAGES: readonly { name: RegExp; files: RegExp }[] = [
  { name: /^big\.js$/, files: /^src\/kernel\/money\.ts$/ },
  { name: /^@noble\/hashes\//, files: /^src\/service\// },
  {
    name: /^msw(\/(node|browser))?$/,
    files: /^src\/hosts\/(msw(\.ts|\/)|vitest\/|browser\/|storybook\/)/,
  },
  { name: /^zod$/, files: /^src\/tools\/zod\// },
  { name: /^lit(\/|$)/, files: /^src\/tools\/(inspector|team)\// },
  { name: /^(react$|storybook\/)/, files: /^src\/hosts\/storybook\// },
  { name: /^vitest(\/suite)?$/, files: /^src\/hosts\/vitest/ },
  {
    name: /^node:/,
    files: /^src\/(hosts\/(node|vitest\/)|virtual-time\/|tools\/(explore\/host|coverage)\/|command\/)/,
  },
  {
    name: /^@modelcontextprotocol\/sdk\//,
    files: /^src\/(tools\/mcp\/(server|over-http)|command\/mcp)\.ts$/,
  },
  {
    name: /^package\.json$/,
    files:
      /^src\/(command\/(serve-options|many\/many)|hosts\/node\/many\/many-server|tools\/mcp\/server|worlds\/copy-content)\.ts$/,
  },
  // A name kept from bundlers, and the module of a user.
  { name: /^$/, files: /^src\/(hosts\/vitest\/interception|tools\/explore\/host\/worker)\.ts$/ },
]

export function layerComplaints(sources: Iterable<Source>): string[] {
  return [...sources].filter(({ path }) => isOurs(path)).flatMap(complaintsAbout)
}

const isOurs = (path: string): boolean => /^(src|scenarios)\//.test(path)

function complaintsAbout(source: Source): string[] {
  const layer = layerOf(source.path)
  if (!layer)
    return [`${source.path}: belongs to no layer; move it, or draw the layer in test/tidy/layers.ts`]
  return source.imports.flatMap(({ specifier, line, typeOnly }) => {
    const where = `${source.path}:${line}`
    const target = resolveImport(source.path, specifier)
    if (!isOurs(target)) return packageComplaints(source.path, where, target)
    if (layer.handed && !typeOnly && target === 'src/index.ts' && !MAKES_SIMULATORS.test(source.path)) {
      return [`${where}: takes more than types from ${target}; it gets its simulator as an argument`]
    }
    const below = layerOf(target)
    const isAllowed =
      below !== undefined && (below === layer ? !layer.apart : layer.below.includes(below.name))
    if (isAllowed) return []
    return [`${where}: ${layer.name} must not know ${target}; move the idea down, or pass it in`]
  })
}

const layerOf = (path: string): Layer | undefined => LAYERS.find((layer) => filesOf(layer).test(path))

/** The list is in order: no layer may import one that comes after it. */
export const upwardArrows = (): string[] =>
  LAYERS.flatMap(({ name, below }, height) =>
    below
      .filter(
        (one) =>
          LAYERS.findIndex((layer) => layer.name === one) >= height || !LAYERS.some((l) => l.name === one),
      )
      .map((one) => `${name} may import ${one}, which does not stand above it in test/tidy/layers.ts`),
  )

function packageComplaints(path: string, where: string, name: string): string[] {
  const known = PACKAGES.find((row) => row.name.test(name))
  if (known?.files.test(path)) return []
  return [`${where}: imports ${name}; ask the file that wraps it, or give it a place in test/tidy/layers.ts`]
}

/** The folders of the engine that the others stand on, from the ground up. */
const GROUND = ['schema', 'model', 'write', 'read']
/** Files that combine the folders. */
const TOP = ['all-behaviours.ts', 'compile.ts', 'execute.ts', 'record-timers.ts']

/**
 * The laws between the folders of the engine: schema < model < write and read < the domains < what puts them
 * together. No two domains import each other.
 */
export function folderComplaints(sources: ReadonlyMap<string, Source>): string[] {
  const arrows = [...sources.values()].flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const [from, to] = [folderOf(path), folderOf(resolveImport(path, specifier))]
      return from && to && from !== to ? [{ from, to, where: `${path}:${line}` }] : []
    }),
  )
  const loose = [...sources.keys()].filter(
    (path) => /^src\/engine\/[^/]+\.ts$/.test(path) && !TOP.includes(path.slice('src/engine/'.length)),
  )
  return [
    ...loose.map((path) => `${path}: stands in no folder of the engine; move it into one`),
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

/** `write` for src/engine/write/save.ts; a file at the top counts as a folder of its own. */
const folderOf = (path: string): string | undefined => /^src\/engine\/([^/]+)/.exec(path)?.[1]

function heightOf(folder: string): number {
  if (folder.endsWith('.ts')) return GROUND.length + 1
  const height = GROUND.indexOf(folder)
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
