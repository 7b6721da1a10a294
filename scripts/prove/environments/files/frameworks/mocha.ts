export const test = globalThis.it
export { equal, noDuplicates } from './asserting'
