import type { Receiver } from '../webhooks/targets'
import { Examination } from './receiver/examination'
import { type CheckReceiverOptions, readCheckOptions } from './receiver/options'
import { ReceiverReport } from './receiver/report'
import {
  checkCrowd,
  checkOrder,
  checkRepetition,
  checkSignature,
  checkTimestamp,
  takesGenuine,
} from './receiver/series'

export type { Receiver } from '../webhooks/targets'
export type { CheckReceiverOptions, EventSubject } from './receiver/options'
export type { ReceiverCheck, ReceiverFinding, ReceiverReport } from './receiver/report'
export type { ReceiverRule } from './receiver/rules'

/**
 * Finds out whether a webhook receiver keeps the rules (docs/service.md §14.3, §14.4): it is sent genuine, spoilt,
 * old, repeated, swapped and simultaneous events, about seventy requests in all, and judged by its answers.
 * Whether it drops repeated events and copes with any order shows in what it does, so `observe` lets the check look;
 * without it only the answers are judged. What no request can show, such as a comparison in constant time, or the
 * signature being checked before the time, it does not tell.
 *
 * A receiver that fetches the record of an event should find the one named in `about`. Findings that follow from
 * others are left out: who checks no signature is not blamed for the bytes that it signs.
 *
 * @param target a function, or the URL of a server of this machine
 * @throws OptionError
 * @example
 * const report = await checkReceiver('http://127.0.0.1:3000/hooks', { secret, observe: () => handled.length })
 * expect(report.ok, String(report)).toBe(true)
 */
export async function checkReceiver(
  target: Receiver | string,
  options: CheckReceiverOptions,
): Promise<ReceiverReport> {
  const exam = new Examination(readCheckOptions(target, options))
  const isTakingGenuine = await takesGenuine(exam)
  // A silent one would only cost its patience again and again.
  if (exam.checks.some(({ rule, ok }) => rule === 'answer-quickly' && !ok))
    return new ReceiverReport(exam.checks)
  await checkSignature(exam, isTakingGenuine)
  await checkTimestamp(exam, isTakingGenuine)
  if (isTakingGenuine) {
    await checkRepetition(exam)
    await checkOrder(exam)
    await checkCrowd(exam)
  }
  return new ReceiverReport(exam.checks)
}
