import { readFileSync } from 'node:fs'
import { platform } from '../../host-time/platform'
import { attempt } from '../../kernel/attempt'
import { CONTROLS_PATH } from '../../tools/controls/controls-path'
import { sectionFile } from './section-file'

/** A page that runs in the browser: its path and its own contents. */
interface UiPage {
  /** Ends with a slash. */
  readonly path: string
  readonly element: string
  readonly script: string
}

/** Loads nothing from other origins, and forbids every frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; img-src data:; " +
  "form-action 'none'; frame-ancestors 'none'"

const pageOf = (element: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Accounting simulator</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="page.css" />
  </head>
  <body>
    ${element}
    <script type="module" src="page.js"></script>
  </body>
</html>
`

const STYLE = `html, body, main { height: 100%; margin: 0; color-scheme: light dark; }
h1 { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
accounting-simulator-inspector, accounting-simulator-team { height: 100%; }
`

const SCRIPT = `import './inspector.js'
const port = async (request) => {
  const { pathname, search } = new URL(request.url)
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
  return fetch(pathname + search, {
    method: request.method,
    headers: { 'content-type': 'application/json' },
    signal: request.signal,
    ...(hasBody && { body: await request.text() }),
  })
}
const element = document.createElement('accounting-simulator-inspector')
element.setAttribute('embedded', '')
Object.assign(element, { port: Object.assign(port, { origin: location.origin }) })
document.querySelector('main').append(element)
`

/** The inspector of one simulator, below the path of the controls and with their access rules. */
export const INSPECTOR_PAGE: UiPage = {
  path: `${CONTROLS_PATH}/ui/`,
  element: '<main><h1>Accounting simulator</h1></main>',
  script: SCRIPT,
}

/** The sandboxes of a team. The page is no secret, because it asks for the team's token. */
export const TEAM_PAGE: UiPage = {
  path: '/__sandboxes/ui/',
  element: '<accounting-simulator-team></accounting-simulator-team>',
  script: "import './team.js'\n",
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

const ownFiles = ({ element, script }: UiPage): Readonly<Record<string, string>> => ({
  '': pageOf(element),
  'page.css': STYLE,
  'page.js': script,
})

/** The built files of the panel: its entries and the chunks that they load. */
const BUILT = /^(inspector|team|panel-[\w-]+|chunk-[\w-]+)\.js$/

/**
 * Answers a path of the page; undefined for other paths.
 * @param folder the folder of the built package
 */
export function uiResponse(page: UiPage, path: string, method: string, folder: URL): Response | undefined {
  // The redirect is relative, because a proxy may serve the whole site below a path.
  if (`${path}/` === page.path)
    return new platform.Response(null, {
      status: 302,
      headers: { location: page.path.replace(/.*\/(?=[^/]+\/$)/, '') },
    })
  if (!path.startsWith(page.path)) return undefined
  if (method !== 'GET') return answer(405, 'text/plain', 'only GET')
  const name = path.slice(page.path.length)
  const own = ownFiles(page)
  const text = Object.hasOwn(own, name) ? own[name] : (builtFile(name, folder) ?? sectionFile(name, folder))
  if (text === undefined) return answer(404, 'text/plain', `there is no ${path}`)
  return answer(200, TYPES[name === '' ? 'html' : name.replace(/.*\./, '')] ?? 'text/plain', text)
}

function builtFile(name: string, folder: URL): string | undefined {
  if (!BUILT.test(name)) return undefined
  return attempt(() => readFileSync(new URL(name, folder), 'utf8'))
}

const answer = (status: number, type: string, text: string): Response =>
  new platform.Response(text, {
    status,
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  })
