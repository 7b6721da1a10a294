import { nearestName } from '../../kernel/nearest-name'

/** The paths of the controls begin with it. */
export const CONTROLS_PATH = '/__simulator'

/** The path of a control that was meant by one which begins almost like it. */
export function controlMeantBy(path: string): string | undefined {
  const [, first = '', ...rest] = path.split('/')
  const isNear =
    first.startsWith('_') &&
    `/${first}` !== CONTROLS_PATH &&
    nearestName(first, [CONTROLS_PATH]) !== undefined
  return isNear ? [CONTROLS_PATH, ...rest].join('/') : undefined
}
