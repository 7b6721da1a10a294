import { administration } from './chapters/administration'
import { approvals } from './chapters/approvals'
import { openapiDocument } from './chapters/document'
import { faults } from './chapters/faults'
import { limits } from './chapters/limits'
import { months } from './chapters/months'
import { onceOnly } from './chapters/once'
import { operations } from './chapters/operations'
import { switches } from './chapters/switches'
import { webhooks } from './chapters/webhooks'
import { played, random, worlds, year } from './chapters/worlds'
import type { Stage } from './stage'

/** The story by its chapters, each in worlds of its own, so that a difference in one does not hide the next. */
export const CHAPTERS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  openapiDocument,
  operations,
  onceOnly,
  limits,
  faults,
  webhooks,
  months,
  approvals,
  administration,
  worlds,
  random,
  played,
  switches,
  year,
}
