import { fileURLToPath } from 'node:url'

/** Where the benchmark keeps the package as it would be published; made anew by each run. */
export const BUILT = fileURLToPath(new URL('.built/', import.meta.url))
