import type { ReferencePath } from '../model/compiled-type'
import { messages } from '../model/refusals'
import type { Definition } from '../schema/define'
import { defineBehaviourWhere } from '../write/behaviour'
import { checkEachReference, type ReferenceCheck } from '../write/references'

const hasCompany = ({ fields, generated }: Definition): true | undefined =>
  'company_id' in fields && !generated ? true : undefined

/** Refuses accounts of another company, wherever a record names them (§4.5). */
export const accountCompany = defineBehaviourWhere('account company', hasCompany, {
  state(write) {
    if (!write.isArchived) checkEachReference(write, ownership, namesAccount)
  },
})

const namesAccount = ({ resource }: ReferencePath): boolean => resource === 'accounts'

const ownership: ReferenceCheck = (write, { resource, by }, value) => {
  const account = write.find(resource, by, value)
  const owner = account?.company_id ?? null
  if (owner !== null) write.world.assumptions.noteUse('account-company')
  return owner !== null && owner !== write.after.company_id ? messages.account(account?.number) : undefined
}
