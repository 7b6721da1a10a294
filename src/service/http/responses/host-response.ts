import type { WireResponse } from '../../../events/traffic/wire-message'
import { platform } from '../../../host-time/platform'
import { isBodiless } from './bodiless'

export function hostResponse({ status, headers, body }: WireResponse, method: string): Response {
  const hasBody = method !== 'HEAD' && body !== '' && !isBodiless(status)
  return new platform.Response(hasBody ? body : null, { status, headers })
}
