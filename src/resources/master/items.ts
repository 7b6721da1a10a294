import { record } from '../../engine/define'
import { actors, recordStatus } from '../../engine/field-groups'
import { choice, flag, integer, list, maybe, optional, readOnly, reference, text } from '../../engine/fields'
import { anyChoice, anyOf, contains, equals, includesInactive, statusFilter } from '../../engine/filters'

/** What is bought and sold, with the accounts that its lines post to. */
export const items = record({
  name: 'items',
  model: 'Item',
  path: 'items',
  identifier: 'id',
  basis: 'specified',
  rests: ['item-accounts', 'required-strings'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
  createStatus: { v1: 201 },
  fields: {
    ...actors(),
    id: readOnly(integer()),
    name: text('non-empty'),
    is_active: flag(),
    sku: text('non-empty'),
    description: optional(text(), ''),
    item_type: choice('good', 'service', 'discount'),
    ...recordStatus(),
    product_tax_code_id: maybe(integer()),
    expense_account_id: maybe(reference('accounts')),
    income_account_id: maybe(reference('accounts')),
    deferral_account_id: maybe(reference('accounts')),
    asset_account_id: maybe(reference('accounts')),
    discount_account_id: maybe(reference('accounts')),
    default_classification_line_ids: maybe(list(reference('classificationLines'))),
    default_rev_rec_method: maybe(text()),
    default_rev_rec_invoice_frequency: maybe(text()),
    default_rev_rec_invoice_interval: maybe(integer()),
  },
  unique: ['sku'],
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    item_type: anyChoice('item_type', 'good', 'service', 'discount'),
    is_active: equals('is_active', 'flag'),
    show_inactive: includesInactive(),
    ...statusFilter,
    income_account_id: anyOf('income_account_id'),
    expense_account_id: anyOf('expense_account_id'),
  },
  orderings: ['name'],
  search: ['name'],
})
