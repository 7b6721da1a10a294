import { platform } from '../host-time/platform'

/**
 * Headers that keep a browser from running what a sandbox answers, from guessing its type and from keeping cookies for
 * other names.
 */
const GUARDS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const

/** An answer of a sandbox as it leaves. Its faults have any header and body, but the domain belongs to others, too. */
export function guarded(given: Response): Response {
  const response = changeable(given)
  const { headers } = response
  for (const [name, value] of Object.entries(GUARDS)) headers.set(name, value)
  for (const name of ['strict-transport-security', 'clear-site-data', 'service-worker-allowed'])
    headers.delete(name)
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) if (!/;\s*domain\s*=/i.test(cookie)) headers.append('set-cookie', cookie)
  return response
}

/** A response from elsewhere, such as from an object of the platform, cannot be changed. */
function changeable(response: Response): Response {
  try {
    response.headers.delete('set-cookie2')
    return response
  } catch {
    return new platform.Response(response.body, response)
  }
}
