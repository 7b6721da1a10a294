import type { Row } from '../../kernel/store'
import { registerUpload, type UploadedFile } from '../behaviours/attachments'
import type { Resource } from '../model/compiled-type'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import type { Actor, World } from '../model/world'
import { stamp } from './save'
import { Work } from './write'

/** Adds uploaded files to a record, whatever its state (docs/service.md §2.7). */
export function attach(
  world: World,
  resource: Resource,
  organization: string,
  actor: Actor,
  before: Row,
  files: readonly UploadedFile[],
): Row {
  const limits = world.assumptions.read('size-limits')
  if (files.length === 0) throw refuse.invalid({ files: [texts.required] })
  if (files.length > limits.files) throw refuse.invalid({ files: [texts.tooManyFiles(limits.files)] })
  const tooLarge = files.filter((file) => file.size > limits.file)
  if (tooLarge.length > 0)
    throw refuse.invalid({ files: tooLarge.map((file) => texts.fileTooLarge(file.name, limits.file)) })
  const added = files.map((file) => registerUpload(world, organization, file))
  const draft = { ...before, attachments: [...(before.attachments as readonly Row[]), ...added] }
  const work = new Work(world, resource, organization, actor, before, draft, new Set(['attachments']))
  stamp(work)
  work.table(resource.definition.name).put(draft)
  return draft
}
