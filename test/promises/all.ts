import type { Subject } from '../support/subject'
import { attachments } from './attachments'
import { create } from './create'
import { errors } from './errors'
import { filterPairs } from './filter-pairs'
import { idempotency } from './idempotency'
import { linesLeftOut } from './lines-left-out'
import { listAndPage } from './list-and-page'
import { read } from './read'
import { references } from './references'
import { remove } from './remove'
import { rollback } from './rollback'
import { sentBack } from './sent-back'
import { update } from './update'
import { versions } from './versions'

/** Every promise that holds for every record type; a new one needs its line here. */
export const promises: Readonly<Record<string, (subject: Subject) => void>> = {
  create,
  read,
  'list and page': listAndPage,
  'filter pairs': filterPairs,
  update,
  'lines left out': linesLeftOut,
  'sent back': sentBack,
  remove,
  references,
  errors,
  idempotency,
  rollback,
  versions,
  attachments,
}
