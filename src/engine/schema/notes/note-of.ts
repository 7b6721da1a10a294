import { CONTRACT_NOTES } from './contract-notes'
import { DOCUMENT_NOTES } from './document-notes'
import { MASTER_NOTES } from './master-notes'

/** The meaning of each member, by name or `Owner.member`, for the published types and the OpenAPI document. */
export const NOTES: Readonly<Record<string, string>> = {
  ...DOCUMENT_NOTES,
  ...MASTER_NOTES,
  ...CONTRACT_NOTES,
}

/** The note on a member of a shape. A note on `Customer` also serves `CustomerInput` and `CustomerEntry`. */
export function noteOf(owner: string, member: string): string | undefined {
  const shown = owner.replace(/(Input|Change|Entry)$/, '')
  const ofLine = owner.includes('Line') ? [`Line.${member}`] : []
  const key = [`${owner}.${member}`, `${shown}.${member}`, ...ofLine, member].find((name) =>
    Object.hasOwn(NOTES, name),
  )
  return key === undefined ? undefined : NOTES[key]
}
