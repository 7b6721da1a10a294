import { platform } from '../host-time/platform'

/** The service's 500 (docs/service.md §7.3) for an error that escaped: that is a bug, so it is reported, too. */
export function internalServerError(error: unknown): Response {
  console.error('accounting-simulator: an unexpected error was answered with status 500.', error)
  return new platform.Response('{"success":false,"errors":{"__all__":["Internal server error"]}}', {
    status: 500,
    headers: { 'content-type': 'application/json' },
  })
}
