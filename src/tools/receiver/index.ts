import { refuseSurplus } from '../../errors/at-caller'
import { Coverage } from '../../events/coverage/coverage'
import { type OwningTest, untilEnded, untilRead } from '../../running-test/until-read'
import type { Receiver } from '../../service/webhooks/targets'
import { Examination } from './examination'
import { type CheckReceiverOptions, readCheckOptions } from './options'
import { ReceiverReport } from './report'
import { checkCrowd, checkOrder, checkRepetition, checkSignature, checkTimestamp } from './series'

export type { Receiver } from '../../service/webhooks/targets'
export type { CheckReceiverOptions, EventSubject } from './options'
export type { ReceiverCheck, ReceiverFinding, ReceiverReport } from './report'
export type { ReceiverRule } from './rules'

/**
 * Checks whether a webhook receiver follows the rules (docs/service.md §14.3, §14.4). It sends about seventy
 * requests (genuine, forged, old, repeated, reordered and simultaneous events) and judges the responses. Pass
 * `observe` to check also that repeated events have no effect and that any order works. Some rules cannot be
 * tested by requests, such as comparing in constant time or checking the signature before the time.
 *
 * The events are of one topic, `core.invoice/updated` unless `about` names another one: name one that the receiver
 * handles. A receiver that fetches the record of an event must find the one in `about`. Findings that follow from
 * other findings are left out: without any signature check, the signed bytes are not reported.
 *
 * @param target a function, or the URL of a server on the local machine
 * @throws OptionError
 * @example
 * const report = await checkReceiver('http://127.0.0.1:3000/hooks', { secret, observe: () => handled.length })
 * expect(report.ok, String(report)).toBe(true)
 */
export async function checkReceiver(
  target: Receiver | string,
  options: CheckReceiverOptions,
): Promise<ReceiverReport> {
  refuseSurplus(checkReceiver, arguments, 2)
  return untilEnded('checkReceiver', (here) => checked(target, options, here))
}

async function checked(
  target: Receiver | string,
  options: CheckReceiverOptions,
  here: OwningTest,
): Promise<ReceiverReport> {
  const exam = new Examination(readCheckOptions(target, options))
  // A receiver that refuses genuine events makes most other checks meaningless.
  const isTakingGenuine = await exam.begins('a genuine event')
  // Every further request would only wait for a silent receiver.
  if (exam.checks.some(({ rule, ok }) => rule === 'answer-quickly' && !ok)) return reported(exam, here)
  const coverage = new Coverage({ source: () => 'receiver check' })
  const note = (...met: readonly string[]): void => {
    for (const what of met) coverage.note('webhooks', '', what)
  }
  note('received', 'wrong signature', 'old timestamp')
  await checkSignature(exam, isTakingGenuine)
  await checkTimestamp(exam, isTakingGenuine)
  if (isTakingGenuine) {
    await checkRepetition(exam)
    await checkOrder(exam)
    await checkCrowd(exam)
    note('twice', 'twice at once', 'out of order')
  }
  return reported(exam, here)
}

function reported(exam: Examination, here: OwningTest): ReceiverReport {
  const report = new ReceiverReport(exam)
  if (report.ok) return report
  return untilRead(
    report,
    `checkReceiver says that ${report.findings.length} of its checks failed, and nobody read its report`,
    undefined,
    here,
  )
}
