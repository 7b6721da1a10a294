export const { test } = Deno
export { equal, noDuplicates } from './asserting'
