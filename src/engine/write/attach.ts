import type { Row } from '../../kernel/store'
import { registerUpload, type UploadedFile } from '../behaviours/attachments'
import type { CompiledType } from '../model/compiled-type'
import { refuse } from '../model/errors'
import { messages } from '../model/messages'
import type { Actor, World } from '../model/world'
import { stamp } from './save'
import { Write } from './write'

/** Adds uploaded files to a record, whatever its state (docs/service.md §2.7). */
export function attach(
  world: World,
  type: CompiledType,
  organization: string,
  actor: Actor,
  before: Row,
  files: readonly UploadedFile[],
): Row {
  const limits = world.assumptions.read('size-limits')
  if (files.length === 0) throw refuse.invalid({ files: [messages.required] })
  if (files.length > limits.files) throw refuse.invalid({ files: [messages.tooManyFiles(limits.files)] })
  const tooLarge = files.filter((file) => file.size > limits.file)
  if (tooLarge.length > 0)
    throw refuse.invalid({ files: tooLarge.map((file) => messages.fileTooLarge(file.name, limits.file)) })
  const added = files.map((file) => registerUpload(world, organization, file))
  const after = { ...before, attachments: [...(before.attachments as readonly Row[]), ...added] }
  const write = new Write(world, type, organization, actor, before, after, new Set(['attachments']))
  stamp(write)
  write.table(type.definition.name).put(after)
  return after
}
