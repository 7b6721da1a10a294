import { fileURLToPath } from 'node:url'

/** Folder of the package as it would be installed; rebuilt by each run. Its entries name each other as users do. */
export const TODAY = fileURLToPath(new URL('.built/node_modules/accounting-simulator/', import.meta.url))

/** The package that this process measures. */
export const BUILT = process.env.MEASURED ?? TODAY
