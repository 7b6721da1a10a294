import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about master data (§3). */
export const MASTER_DATA_ASSUMPTIONS = {
  'required-strings': closedChoice(
    '3',
    'A required text may be empty, except names, SKUs and types; the switch refuses every empty one.',
    ['empty-accepted', 'not-empty'],
  ),
  'unique-ids': closedChoice('3', 'No two live entries of a group share a unique_id or a SKU.', [
    'enforced',
    'off',
  ]),
  'delete-referenced': closedChoice(
    '3',
    'Master data that any record refers to cannot be deleted; this is the status of the refusal.',
    [422, 409],
  ),
  'archived-checks': fixed(
    '3.3',
    'A PUT that archives master data checks its body like any other.',
    'checked',
  ),
  'item-record-status': closedChoice('3.3', 'An archived item counts as inactive.', [
    'archived-is-inactive',
    'ignored',
  ]),
  'item-accounts': fixed(
    '3.3',
    'The accounts of an item are named by account id and have to exist; their type is free.',
    'id-exists',
  ),
  'active-by-host': fixed(
    '3.5',
    'A customer is taken out of use by the host; over the interface the member cannot be sent.',
    'host-only',
  ),
  'customer-type': closedChoice('3.5', 'A customer made over the interface is of this type.', [
    'company',
    'individual',
  ]),
  'chart-preset': fixed('3.8', 'The preset worlds share one built-in chart of accounts.', 'built-in'),
}
