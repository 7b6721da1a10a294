import type { Row } from '../../kernel/store'
import { ATTACHMENTS, type AttachmentRow } from '../model/tables'
import type { Definition } from '../schema/define'
import { defineBehaviourWhere } from '../write/behaviour'
import { hasSent, isEdit, on } from '../write/grounds'
import type { Write } from '../write/write'

/** Attached files. An entry of a body is metadata; uploaded files always stay (docs/service.md §2.7). */
export const attaches = defineBehaviourWhere('attaches', fileMembers, {
  restsOn: [on(hasSent('attachments'), 'attachment-request-entries'), on(isEdit, 'put-attachments')],

  references(write, members) {
    const { before, after, sent } = write
    for (const member of members) {
      if (!sent.has(member) && (before || isEmpty(after[member]))) continue
      const uploaded = ((before?.[member] ?? []) as readonly AttachmentRow[]).filter((file) => file.uploaded)
      const named = (after[member] as readonly Row[]).map((entry) => register(write, entry))
      after[member] = [...uploaded, ...named.filter((file) => !uploaded.some(({ id }) => id === file.id))]
    }
  },
})

const isEmpty = (files: unknown): boolean => (files as readonly unknown[]).length === 0

/** The members with files, if there are any. */
function fileMembers({ fields }: Definition): readonly string[] | undefined {
  const members = Object.keys(fields).filter((name) => fields[name]?.special === 'attachments')
  return members.length > 0 ? members : undefined
}

/** Links a file with a known id; creates a file from an unknown one. */
function register(write: Write, entry: Row): AttachmentRow {
  const files = write.table(ATTACHMENTS)
  const known = files.get(entry.id as number)
  if (known) return known
  const file: AttachmentRow = {
    id: entry.id as number,
    file_name: entry.file_name as string,
    file_size: entry.file_size as number,
    download_url: (entry.download_url ?? null) as string | null,
    uploaded: false,
  }
  files.put(file)
  return file
}
