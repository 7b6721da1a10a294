import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about approvals (§11.3). */
export const APPROVALS_ASSUMPTIONS = {
  'approval-values': closedChoice(
    '11.3',
    'The approval status is null where no policy fits, or approved; else pending, approved or rejected.',
    ['null-pending-approved-rejected', 'approved-without-policy'],
  ),
  'approval-create': closedChoice(
    '11.3',
    'If a policy fits, a record sent as posted is stored as a pending draft; the switch refuses it instead.',
    ['draft-pending', '422'],
  ),
  'approval-edit': closedChoice(
    '11.3',
    'An edit of a posted record that a policy would have stopped is refused; or asks for approval; or passes.',
    ['refuse', 'reopen', 'allow'],
  ),
  'approval-match': fixed(
    '11.3',
    'Of the active policies for the type and company, the one with the lowest priority applies.',
    'lowest-priority',
  ),
  'inbox-content': fixed(
    '11.3',
    'The inbox lists everything that is pending, for all approvers.',
    'all-pending',
  ),
  'approval-locks': fixed('11.3', 'All posting checks run again at the last approval.', 'rechecked'),
}
