import type { ReplayReport } from '../tools/replay/index'

/** The next steps after a replay, for people. */
export function nextSteps(report: ReplayReport, file: string): string {
  const { differences, left, contradicted, undecided, alike, alikeWithoutBody, silent } = report
  const hasOptions = left.length < differences.length
  const isSuspected = contradicted.length + undecided.length > 0
  const steps = [
    ...(hasOptions
      ? ['Copy the options into createSimulator: your tests then meet the service as it was recorded.']
      : []),
    ...(isSuspected && undecided.length > 0
      ? [
          'Where several values fit, record a call that tells them apart: the section says what they differ in.',
        ]
      : []),
    ...(left.length > 0
      ? ['For what no option sets, ask the service which is right; until then no test should rest on it.']
      : []),
    ...(alike + alikeWithoutBody === 0 && differences.length === 0
      ? ['Nothing was compared: record calls that create what the later ones read.']
      : [
          `Keep ${file} beside your tests, and let one fail once both disagree (docs/replay.md, "In your CI").`,
        ]),
    ...(silent.length > 0
      ? ['Record refusals, too: they say the most about the other assumptions (docs/replay.md, "Recording").']
      : []),
  ]
  return ['Next:', ...steps.map((step, at) => `  ${at + 1}. ${step}`)].join('\n')
}
