import { existsSync } from 'node:fs'

/** A Chromium that is installed already: Playwright's own is not downloaded. */
export function chromium() {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path))
  if (!found) throw new Error('There is no /usr/bin/chromium. Install it, or set CHROMIUM to its path.')
  return found
}
