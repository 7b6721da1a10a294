import type { TimerRequest } from '../../kernel/clock'
import { startOf } from '../../kernel/plain-date'
import type { World } from './world'

/**
 * Has the clock wake something at the beginning of a day, instead of when it would have; without a day it
 * sleeps.
 *
 * @param waiting the timer that it waits for, if any
 * @returns the timer that it waits for from now on
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
