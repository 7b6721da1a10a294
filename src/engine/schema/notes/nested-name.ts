import { pascal, singular } from '../../../kernel/name-words'

/** Shapes that occur in many record types, by the names of their members. */
const SHARED: Readonly<Record<string, string>> = {
  'actor_type,email,first_name,last_name,timestamp': 'AuditActor',
  'city,country,name,postal_code,second_line,state,street': 'Address',
  'body,id,link,type': 'Payment',
  'id,line_id,line_name,name,parent_classification_id,parent_classification_line_id': 'ClassificationEntry',
  'avatar_url,email,first_name,full_name,id,last_name': 'Person',
  'email,first_name,full_name,id,last_name,rejection_reason': 'Rejection',
  'amount,code,is_taxable,rate,tax_exempt_amount': 'LineTax',
  'category,download_url,file_name,file_size,id,upload_url': 'Attachment',
}

/** The usual names for the lines of documents. Objects in other members are named after the member. */
const LINES: Readonly<Record<string, string>> = {
  items: 'Line',
  expenses: 'ExpenseLine',
  reversal_items: 'ReversalLine',
}

/** The name of a nested object: a shared name, or one made of its owner and member. */
export function nestedName(owner: string, member: string, members: readonly string[]) {
  const shared = SHARED[[...members].sort().join(',')]
  if (shared) return { name: shared, shared: true }
  return { name: `${owner}${LINES[member] ?? pascal(singular(member))}`, shared: false }
}
