import { nearestName } from '../../kernel/nearest-name'

export const CONTROLS_PATH = '/__simulator'

/** The control that a path names, without a final slash; undefined for other paths. */
export const controlAt = (pathname: string): string | undefined =>
  pathname === CONTROLS_PATH || pathname.startsWith(`${CONTROLS_PATH}/`)
    ? pathname.slice(CONTROLS_PATH.length).replace(/\/$/, '')
    : undefined

/** True for the control that resets the simulator. */
export const isReset = (method: string, pathname: string): boolean =>
  method === 'POST' && controlAt(pathname) === '/reset'

/** Corrects a misspelt controls prefix; undefined if the path does not resemble it. */
export function controlMeantBy(path: string): string | undefined {
  const [, first = '', ...rest] = path.split('/')
  const isNear =
    first.startsWith('_') &&
    `/${first}` !== CONTROLS_PATH &&
    nearestName(first, [CONTROLS_PATH]) !== undefined
  return isNear ? [CONTROLS_PATH, ...rest].join('/') : undefined
}
