export interface WorkerOptions {
  /** Place of msw's worker script. @default '/mockServiceWorker.js', or beside the page if there is none */
  readonly url?: string
  /** Pages that the worker controls. @default the folder of the script */
  readonly scope?: string
}

/** The user of the worker, as people know it. */
export interface WorkerUser {
  /** Stands before its errors. */
  readonly name: string
  /** The option by which its user gives the place of the script. */
  readonly placing: string
  /** The option by which its user lets the script control the page. */
  readonly scoping: string
  /** Folders of the page's address in which the script is looked for, if nobody says where it is. */
  readonly folders: () => readonly string[]
}

/** The frame of stories stands beside their manager; a page of vitest stands somewhere below the root. */
export const foldersOfStories = (): readonly string[] =>
  location.pathname.endsWith('/iframe.html') ? ['./', '/'] : ['/', './']

const FILE = 'mockServiceWorker.js'

/**
 * Finds msw's worker script before msw looks for it, because the browser's own errors do not say what is missing.
 * @throws Error that says what to do
 */
export async function findWorkerScript(
  given: WorkerOptions,
  user: WorkerUser,
): Promise<{ readonly url: string; readonly options: RegistrationOptions }> {
  const places = given.url === undefined ? user.folders().map((folder) => folder + FILE) : [given.url]
  const urls = [...new Set(places.map((place) => new URL(place, document.baseURI).href))]
  const problems: string[] = []
  for (const url of urls) {
    const problem = await problemOf(url)
    if (problem === undefined) return { url: checkScope(url, given.scope, user), options: scopeOf(given) }
    problems.push(problem)
  }
  throw new Error(
    `${user.name}: msw's worker script is missing. ${problems.join(' ')} Write it with ` +
      `\`npx msw init public/ --save\` ${user.placing}`,
  )
}

const scopeOf = ({ scope }: WorkerOptions): RegistrationOptions => (scope === undefined ? {} : { scope })

async function problemOf(url: string): Promise<string | undefined> {
  let response: Response
  try {
    response = await fetch(url, { cache: 'no-store' })
  } catch {
    return `${url} cannot be reached.`
  }
  const type = response.headers.get('content-type') ?? 'no type'
  if (!response.ok) return `${url} answers ${response.status}.`
  if (/javascript|ecmascript/.test(type)) return undefined
  const page = type.includes('html') ? ', the page that a dev server shows for unknown paths' : ''
  return `${url} answers ${type}, not a script${page}.`
}

function checkScope(url: string, given: string | undefined, user: WorkerUser): string {
  const scope = new URL(given ?? './', given === undefined ? url : document.baseURI).href
  if (location.href.startsWith(scope)) return url
  throw new Error(
    `${user.name}: the worker script ${url} controls pages below ${scope}, not ${location.href}. ` +
      user.scoping,
  )
}
