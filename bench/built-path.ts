import { fileURLToPath } from 'node:url'

/** Folder of the package as it would be published; rebuilt by each run. */
export const BUILT = fileURLToPath(new URL('.built/', import.meta.url))
