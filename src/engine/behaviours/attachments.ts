import type { Row } from '../../kernel/store'
import { ATTACHMENTS, type AttachmentRow } from '../model/tables'
import type { Definition } from '../schema/define'
import { defineBehaviourWhere } from '../write/behaviour'
import type { Write } from '../write/write'

/** Attached files. An entry of a body is metadata; uploaded files always stay (docs/service.md §2.7). */
export const attaches = defineBehaviourWhere(
  'attaches',
  (definition) => fileMembers(definition).length > 0 || undefined,
  {
    restsOn: ['attachment-request-entries', 'put-attachments'],

    references(write) {
      const { before, after, sent } = write
      for (const member of fileMembers(write.definition)) {
        if (!sent.has(member) && before) continue
        const uploaded = ((before?.[member] ?? []) as readonly AttachmentRow[]).filter(
          (file) => file.uploaded,
        )
        const named = (after[member] as readonly Row[]).map((entry) => register(write, entry))
        after[member] = [...uploaded, ...named.filter((file) => !uploaded.some(({ id }) => id === file.id))]
      }
    },
  },
)

// Cached, because every write reads it.
const known = new WeakMap<Definition, readonly string[]>()

function fileMembers(definition: Definition): readonly string[] {
  const members =
    known.get(definition) ??
    Object.entries(definition.fields)
      .filter(([, field]) => field.special === 'attachments')
      .map(([name]) => name)
  known.set(definition, members)
  return members
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
