import { nearestName } from '../../kernel/nearest-name'

export const CONTROLS_PATH = '/__simulator'

/** The control that a path names, without its final slash; undefined for the path of anything else. */
export const controlAt = (pathname: string): string | undefined =>
  pathname === CONTROLS_PATH || pathname.startsWith(`${CONTROLS_PATH}/`)
    ? pathname.slice(CONTROLS_PATH.length).replace(/\/$/, '')
    : undefined

/** Tells whether a request returns to the initial state. */
export const isReset = (method: string, pathname: string): boolean =>
  method === 'POST' && controlAt(pathname) === '/reset'

/** The path of a control that was meant by one which begins almost like it. */
export function controlMeantBy(path: string): string | undefined {
  const [, first = '', ...rest] = path.split('/')
  const isNear =
    first.startsWith('_') &&
    `/${first}` !== CONTROLS_PATH &&
    nearestName(first, [CONTROLS_PATH]) !== undefined
  return isNear ? [CONTROLS_PATH, ...rest].join('/') : undefined
}
