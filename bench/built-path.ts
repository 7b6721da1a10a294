import { fileURLToPath } from 'node:url'

/** Folder of the package as it would be installed; rebuilt by each run. Its entries name each other as users do. */
export const BUILT = fileURLToPath(new URL('.built/node_modules/accounting-simulator/', import.meta.url))
