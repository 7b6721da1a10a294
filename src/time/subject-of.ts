import type { World } from '../engine/model/world'
import type { HeldCall } from '../http/responses/parked-responses'
import type { Timer } from '../kernel/clock'
import { playsIn, stepsIn } from '../scenario/play-rows'
import { deliveriesIn } from '../webhooks/rows'

/** The subject of a timer. */
export interface Subject {
  /** A member of `simulator.records`, a topic, a route or the name of a scenario. */
  readonly subject: string
  /** The record's identifier, the delivery's id, the timer's own, or the step's place in the scenario. */
  readonly id: number
}

type SubjectOf = (world: World, timer: Timer, held: readonly HeldCall[]) => Subject

const ofRecord: SubjectOf = (_, { data }) => ({ subject: String(data.resource), id: Number(data.number) })

const SUBJECTS: Readonly<Record<string, SubjectOf>> = {
  recurrence: ofRecord,
  depreciation: ofRecord,
  contract: (_, { data }) => ({ subject: 'contracts', id: Number(data.contract) }),
  'webhook-delivery': ({ store }, { scope, data }) => ({
    subject: deliveriesIn(store, scope).get(data.delivery as number)?.topic ?? '',
    id: Number(data.delivery),
  }),
  'scenario-step': ({ store }, { data }) => {
    const step = stepsIn(store).get(Number(data.step))
    const play = step && playsIn(store).get(step.play)
    return { subject: play?.scenario.name ?? '', id: step?.step ?? 0 }
  },
  'parked-response': (_, { id }, held) => {
    const call = held.find((one) => one.id === id)
    return { subject: call ? `${call.method} ${new URL(call.url).pathname}` : '', id }
  },
}

export const subjectOf: SubjectOf = (world, timer, held) =>
  SUBJECTS[timer.kind]?.(world, timer, held) ?? { subject: '', id: timer.id }
