import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { messages, refuse } from '../model/refusals'
import { linesOf, numberOf } from '../model/row'
import type { Approvable, Definition } from '../schema/define'
import type { Field, Fields } from '../schema/fields'
import { on } from '../write/assumptions'
import { defineBehaviour, isApplied } from '../write/behaviour'
import type { Write } from '../write/write'
import { nextApprovers, openExecution } from './execution'
import { keepInbox } from './inbox'
import { type FittingPolicy, fittingPolicy } from './policy'

/**
 * Records that need an approval under a policy (§11.3). The write is validated as if it needed none, and then
 * becomes pending before it has an effect. This behaviour is first: others see a pending record as a draft.
 */
export const approves = defineBehaviour('approves', 'approvable', {
  restsOn: [on((write) => write.table('approvalPolicies').size > 0, 'approval-values')],

  references(write) {
    const { column, asked } = wordsOf(write)
    // A rejection made the record a draft. A write that does not set the column submits it again.
    const wasRejected = write.before?.approval_status === 'rejected' && write.before[column] === 'draft'
    if (wasRejected && !write.sent.has(column)) write.after[column] = asked
  },

  state(write) {
    if (isWaiting(write)) write.problems.add('__all__', messages.pendingApproval)
  },

  notes: (): Notes => ({}),

  limits(write, { column, asked }, notes) {
    const { before, after } = write
    if (after[column] !== asked || isDecided(write)) return
    if (before?.[column] === asked) {
      judgeEdit(write, notes)
      return
    }
    Object.assign(after, NOTHING_ASKED)
    const fitting = fittingPolicy(write)
    if (!fitting) return
    if (write.world.assumptions.read('approval-create') === '422')
      write.problems.add(column, messages.approvalRequired)
    holdBack(write, notes, fitting)
  },

  effect(write, _word, { fitting }) {
    if (!fitting) return
    write.after.approval_status = 'pending'
    write.after.next_approvers = nextApprovers(write, openExecution(write, fitting))
  },

  written(write) {
    if (write.after.approval_status !== null) keepInbox(write, write.type, write.after)
  },

  removed(write) {
    if (isWaiting(write)) throw refuse.invalid({ __all__: [messages.pendingApproval] })
  },
})

interface Notes {
  fitting?: FittingPolicy
}

const NOTHING_ASKED = { approval_status: null, next_approvers: null, rejected_by: null }

/** An edit of a record in effect needs an approval if a policy would have required one. */
function judgeEdit(write: Write, notes: Notes): void {
  const answer = write.world.assumptions.read('approval-edit')
  const fitting = answer === 'allow' ? undefined : policyAgainst(write)
  if (!fitting) return
  const { column } = wordsOf(write)
  if (answer === 'refuse') write.problems.add(column, messages.policyRequires(fitting.policy.name))
  else if (isApplied(write)) write.problems.add(column, messages.applied)
  else {
    Object.assign(write.after, NOTHING_ASKED)
    holdBack(write, notes, fitting)
  }
}

function holdBack(write: Write, notes: Notes, fitting: FittingPolicy): void {
  write.after[wordsOf(write).column] = 'draft'
  write.after.record_status = 'draft'
  notes.fitting = fitting
}

const wordsOf = ({ definition }: Write): Approvable => settingOf(definition, 'approvable')

/** A pending record changes only by a decision. */
const isWaiting = (write: Write): boolean => write.before?.approval_status === 'pending' && !isDecided(write)

const isDecided = ({ before, after }: Write): boolean =>
  before?.approval_status === 'pending' && after.approval_status !== 'pending'

/**
 * The policy under which an edit of a record in effect needs an approval (§11.3): none if the edit changes only
 * descriptions and the record would need no further steps.
 */
function policyAgainst(write: Write): FittingPolicy | undefined {
  const { before, after, definition } = write
  // Customers and vendors from before the policy need no approval.
  if (isMasterData(definition) && before?.approval_status === null) return undefined
  const fitting = before && fittingPolicy(write)
  if (!before || !fitting) return undefined
  const sameContent = judgedContent(definition, before) === judgedContent(definition, after)
  if (!sameContent) return fitting
  const known = new Set(fittingPolicy(write, before)?.steps.map(({ order }) => order))
  return fitting.steps.every(({ order }) => known.has(order)) ? undefined : fitting
}

/** Customers and vendors. */
const isMasterData = ({ document, contract }: Definition): boolean => !document && !contract

const CONTENT: ReadonlySet<Field['kind']> = new Set([
  ...(['integer', 'number', 'decimal', 'date', 'flag', 'choice', 'currency'] as const),
])

/** Amounts, dates and references are subject to approval. Texts and files of a document only describe it. */
const isContent = ({ kind, presence, special }: Field): boolean =>
  presence !== 'none' &&
  (CONTENT.has(kind) || special === 'lines' || special === 'tax' || special === 'classifications')

/** In master data every member of a request is content, texts such as a bank account included. */
function judgedContent(definition: Definition, row: Row): string {
  const isPart = isMasterData(definition) ? ({ presence }: Field): boolean => presence !== 'none' : isContent
  return JSON.stringify(partsOf(definition.fields, row, isPart))
}

function partsOf(fields: Fields, row: Row, isPart: (field: Field) => boolean): unknown {
  const names = Object.keys(fields).filter((name) => !OF_THE_ROW.has(name) && isPart(fields[name] as Field))
  return names.map((name) => {
    const { special, element } = fields[name] as Field
    if (special !== 'lines') return [name, row[name] ?? null]
    const lines = [...linesOf(row, name)].sort((a, b) => numberOf(a, 'position') - numberOf(b, 'position'))
    return [name, lines.map((line) => partsOf(element?.members ?? {}, line, isPart))]
  })
}

/** Id, position and status are not content. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['id', 'position', 'record_status'])
