import type { TimerRequest } from '../../kernel/clock'
import { startOf } from '../../kernel/plain-date'
import type { World } from './world'

/**
 * Moves a timer to the beginning of a day. Without a day it is cancelled.
 *
 * @param waiting the id of the current timer, if any
 * @returns the id of the new timer, or null
 */
export function rescheduleAt(
  { clock }: World,
  waiting: number | null,
  day: string | undefined,
  timer: Omit<TimerRequest, 'due'>,
): number | null {
  if (waiting !== null) clock.cancel(waiting)
  return day === undefined ? null : clock.schedule({ ...timer, due: startOf(day) })
}
