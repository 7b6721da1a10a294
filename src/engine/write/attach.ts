import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Context, Scope } from '../model/context'
import { refuse } from '../model/errors'
import { messages } from '../model/messages'
import { linesOf } from '../model/row'
import { nextOf } from '../model/sequences'
import { ATTACHMENTS, type AttachmentRow } from '../model/tables'
import type { UploadedFile } from '../model/uploaded-file'
import { changeRow } from './save'

/** Adds uploaded files to a record in any state (§2.7). */
export function attach(
  context: Context,
  type: CompiledType,
  before: Row,
  files: readonly UploadedFile[],
): Row {
  const { world } = context
  const limits = world.assumptions.read('size-limits')
  if (files.length === 0) throw refuse.invalid({ files: [messages.required] })
  if (files.length > limits.files) throw refuse.invalid({ files: [messages.tooManyFiles(limits.files)] })
  const tooLarge = files.filter((file) => file.size > limits.file)
  if (tooLarge.length > 0)
    throw refuse.invalid({ files: tooLarge.map((file) => messages.fileTooLarge(file.name, limits.file)) })
  const added = files.map((file) => registerUpload(context, file))
  const attachments = [...linesOf(before, 'attachments'), ...added]
  return changeRow(context, type.definition.name, before, { attachments }, context.actor)
}

function registerUpload({ world, organization }: Scope, file: UploadedFile): AttachmentRow {
  const files = world.store.table(organization, ATTACHMENTS)
  let id = nextOf(world.store, organization, 'attachment')
  while (files.has(id)) id = nextOf(world.store, organization, 'attachment')
  const row = { id, file_name: file.name, file_size: file.size, download_url: null, uploaded: true }
  files.put(row)
  return row
}
