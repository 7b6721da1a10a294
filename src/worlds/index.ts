import { suggestingNames } from '../errors/suggesting-names'
import { aged } from './aged'

export { type AgedOptions, type AgedWorld, aged } from './aged'

/** Makes worlds as data for `createSimulator({ world })`. */
export const worlds = suggestingNames({ aged }, 'worlds')
