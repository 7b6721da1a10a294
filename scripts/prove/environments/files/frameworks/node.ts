export { test } from 'node:test'
export { equal, noDuplicates } from './asserting'
