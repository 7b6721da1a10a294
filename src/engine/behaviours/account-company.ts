import { messages } from '../model/messages'
import type { Definition } from '../schema/define'
import { defineBehaviourWhere } from '../write/behaviour'
import { checkEachReference } from '../write/references'

/** What the engine writes by itself names the accounts of a record that was checked when it was made. */
function hasCompany({ fields, internal }: Definition): true | undefined {
  return 'company_id' in fields && !internal ? true : undefined
}

/** An account of one company cannot stand on a record of another, wherever it is named (docs/service.md §4.5). */
export const accountCompany = defineBehaviourWhere('account company', hasCompany, {
  restsOn: ['account-company'],

  state(write) {
    if (write.isArchived) return
    checkEachReference(write, ({ resource, by }, value) => {
      const account = resource === 'accounts' ? write.find(resource, by, value) : undefined
      const owner = account?.company_id ?? null
      return owner !== null && owner !== write.after.company_id
        ? messages.account(account?.number)
        : undefined
    })
  },
})
