/** A file that came with an attachment operation; its content is not kept. */
export interface UploadedFile {
  readonly name: string
  readonly size: number
}
