import { printedPage } from '../paper-checks/printed-page'
import { present } from '../present'
import { create } from './create'
import type { Deed } from './deed'

/** Makes the check of one record and prints it (docs/service.md §4.6.17). */
export const printNow: Deed = ({ world, resource, organization, actor }, { transaction_id }) => {
  const row = create(world, resource, organization, actor, { transaction_id, record_status: 'printed' })
  return {
    body: {
      paper_check: present(world, organization, resource, row, 'detail'),
      pdf_content: printedPage(world),
    },
    summary: `printed ${resource.definition.model} ${String(row.id)}`,
  }
}
