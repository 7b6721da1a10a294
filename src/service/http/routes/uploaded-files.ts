import type { UploadedFile } from '../../../engine/model/uploaded-file'
import type { UploadedPart } from '../../../events/traffic/wire-message'

/**
 * The files of an attachment request: the repeated form field `files`. Other fields are ignored
 * (docs/service.md §2.7).
 */
export function uploadedFiles(parts: readonly UploadedPart[]): UploadedFile[] {
  return parts.flatMap(({ name, filename, bytes }) =>
    name === 'files' && filename !== undefined ? [{ name: filename, size: bytes.length }] : [],
  )
}
