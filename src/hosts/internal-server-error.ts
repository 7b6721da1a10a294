import { platform } from '../host-time/platform'

/** Answers an error that escaped with the service's 500 (docs/service.md §7.3), and logs it: it is a bug. */
export function internalServerError(error: unknown): Response {
  console.error('accounting-simulator: an unexpected error was answered with status 500.', error)
  return new platform.Response('{"success":false,"errors":{"__all__":["Internal server error"]}}', {
    status: 500,
    headers: { 'content-type': 'application/json' },
  })
}
