import type { Row } from '../../kernel/store'
import { linesOf, numberOf, textOf, textOrNull } from '../model/row'
import { ATTACHMENTS, type AttachmentRow } from '../model/tables'
import type { Definition } from '../schema/define'
import { hasSent, isEdit, on } from '../write/assumptions'
import { defineBehaviourWhere } from '../write/behaviour'
import type { Write } from '../write/write'

/** Attached files. An entry of a body is metadata; uploaded files always stay (§2.7). */
export const attaches = defineBehaviourWhere('attaches', fileMembers, {
  restsOn: [on(hasSent('attachments'), 'attachment-request-entries'), on(isEdit, 'put-attachments')],

  references(write, members) {
    const { before, after, sent } = write
    for (const member of members) {
      const given = linesOf(after, member)
      if (before ? given === before[member] : !sent.has(member) && given.length === 0) continue
      const named = given.map((entry) => register(write, entry))
      const ids = new Set(named.map(({ id }) => id))
      const left = linesOf<AttachmentRow>(before ?? {}, member).filter(
        (file) => file.uploaded && !ids.has(file.id),
      )
      after[member] = [...left, ...named]
    }
  },
})

function fileMembers({ fields }: Definition): readonly string[] | undefined {
  const members = Object.keys(fields).filter((name) => fields[name]?.special === 'attachments')
  return members.length > 0 ? members : undefined
}

/** Links a file with a known id; creates a file from an unknown one. */
function register(write: Write, entry: Row): AttachmentRow {
  const files = write.table(ATTACHMENTS)
  const known = files.get(numberOf(entry, 'id'))
  if (known) return known
  const file: AttachmentRow = {
    id: numberOf(entry, 'id'),
    file_name: textOf(entry, 'file_name'),
    file_size: numberOf(entry, 'file_size'),
    download_url: textOrNull(entry, 'download_url'),
    uploaded: false,
  }
  files.put(file)
  return file
}
