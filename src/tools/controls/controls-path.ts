/** The paths of the controls begin with it. */
export const CONTROLS_PATH = '/__simulator'
