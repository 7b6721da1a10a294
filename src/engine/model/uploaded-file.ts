/** An uploaded file. Its content is not stored. */
export interface UploadedFile {
  readonly name: string
  readonly size: number
}
