import { messages } from './messages'

/**
 * The section of docs/service.md with the rule behind each message. Messages without an entry stand in §7.4
 * only.
 */
const SECTIONS: Readonly<Partial<Record<keyof typeof messages, string>>> = {
  date: '1.2',
  places: '1.1',
  unknownMember: '1.4',
  noLines: '4.1',
  oneReference: '4.5',
  mismatch: '4.5',
  notPosted: '4.5',
  overApplied: '4.5',
  datedAfter: '4.5',
  twice: '4.5',
  unbalanced: '4.4',
  oneSide: '4.4',
  lineCurrency: '4.4',
  counterpartyNeeded: '4.4',
  account: '3.2',
  bankAmount: '4.5',
  companyRate: '2.8',
  locked: '11.4',
  status: '11.1',
  applied: '11.2',
  fixedByApplied: '11.2',
  classificationRequired: '2.5',
  notUndeposited: '4.6.12',
  belowTaken: '11.5',
  inUse: '3',
  taken: '3',
  customField: '2.6',
  customFieldValue: '2.6',
  topic: '14.1',
  publicUrl: '14.1',
  recurrence: '11.6',
  ordering: '8.4',
  itemAccount: '3.3',
  tooManyFiles: '7.1',
  fileTooLarge: '7.1',
  noPaperCheck: '4.6.17',
  hasPaperCheck: '4.6.17',
  notToPrint: '4.6.17',
  pendingApproval: '11.3',
  approvalRequired: '11.3',
  noApprovers: '11.3',
  conditionField: '11.3',
  conditionValue: '11.3',
}
const OF_ALL_MESSAGES = '7.4'

const BLANK = ['\0']
let forms: readonly { readonly form: RegExp; readonly section: string }[] | undefined

/** The section with the rule behind a message. */
export function ruleSection(message: string): string {
  forms ??= Object.entries(SECTIONS).map(([name, section]) => ({
    form: formOf(messages[name as keyof typeof messages]),
    section,
  }))
  const said = message.replace(/^Line \d+: /, '')
  return forms.find(({ form }) => form.test(said))?.section ?? OF_ALL_MESSAGES
}

/** A pattern that matches the message with any values filled in. */
function formOf(text: unknown): RegExp {
  const blanked =
    typeof text === 'function' ? (text as (...words: unknown[]) => string)(BLANK, BLANK, BLANK) : String(text)
  const escaped = blanked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\0', '.*')
  return new RegExp(`^${escaped}$`, 's')
}
