import { tellingNearest } from '../errors/telling-nearest'
import { aged } from './aged'

export { type AgedOptions, type AgedWorld, aged } from './aged'

/** Worlds as data for `createSimulator({ world })`. */
export const worlds = tellingNearest({ aged }, 'worlds')
