import { formatInstant, parseInstant, shortestInstant } from '../../kernel/instant'
import type { World } from './context'

/** Formats an instant, in milliseconds or as stored in rows, for responses (§1.2). */
export function wireInstant({ assumptions }: World, instant: number | string | null): string | null {
  const ms = typeof instant === 'string' ? parseInstant(instant) : instant
  if (ms === undefined || ms === null) return typeof instant === 'string' ? instant : null
  return assumptions.read('instants') === 'milliseconds-always' ? formatInstant(ms) : shortestInstant(ms)
}
