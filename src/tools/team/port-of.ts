import type { ControlsPort } from '../inspector/port'

/** Of the deployment. A proxy may have put it below a path. */
export const baseHref = (): string => location.href.replace(/\/__sandboxes\/ui\/.*/, '')

/** The controls of a sandbox. The token tells the deployment which is meant, whatever the host name. */
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
