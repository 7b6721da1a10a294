import type { Subject } from '../support/subject'
import { attachments } from './attachments'
import { create } from './create'
import { listAndPage } from './list-and-page'
import { read } from './read'
import { references } from './references'
import { remove } from './remove'
import { update } from './update'
import { versions } from './versions'

/** Every promise that holds for every record type; a new one needs its line here. */
export const promises: Readonly<Record<string, (subject: Subject) => void>> = {
  create,
  read,
  'list and page': listAndPage,
  update,
  remove,
  references,
  versions,
  attachments,
}
