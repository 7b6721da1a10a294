export interface WorkerOptions {
  /** URL of msw's worker script. @default '/mockServiceWorker.js', or beside the page if the root has none */
  readonly url?: string
  /** URL prefix of the pages that the worker controls. @default the folder of the script */
  readonly scope?: string
}

/** The feature that starts the worker, as error messages name it. */
export interface WorkerUser {
  /** The prefix of its error messages. */
  readonly name: string
  /** Advice for errors: the option that sets the URL of the script. */
  readonly placing: string
  /** Advice for errors: the option that lets the script control the page. */
  readonly scoping: string
  /** Folders in which the script is looked for, if no option gives its URL. */
  readonly folders: () => readonly string[]
}

/** Storybook's frame of stories lies beside its manager; a page of vitest lies somewhere below the root. */
export const foldersOfStories = (): readonly string[] =>
  location.pathname.endsWith('/iframe.html') ? ['./', '/'] : ['/', './']

const FILE = 'mockServiceWorker.js'

/**
 * Looks for msw's worker script before msw does, because the browser's own errors do not say what is missing.
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
