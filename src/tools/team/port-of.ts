import type { ControlsPort } from '../inspector/port'

/** The URL of the deployment. A proxy may serve it below a path. */
export const baseHref = (): string => location.href.replace(/\/__sandboxes\/ui\/.*/, '')

/** The controls of a sandbox. The token identifies the sandbox, so the host name does not matter. */
export const portOf =
  (token = ''): ControlsPort =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    const { method } = request
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${token}`)
    const hasBody = method !== 'GET' && method !== 'DELETE'
    return fetch(baseHref() + pathname + search, {
      method,
      headers,
      ...(hasBody && { body: await request.text() }),
    })
  }
