import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Debian's names for it; CHROMIUM names another. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function chromiumPath(): string {
  const { CHROMIUM } = process.env
  const found = (CHROMIUM === undefined ? PLACES : [CHROMIUM]).find((place) => existsSync(place))
  if (found === undefined)
    throw new Error(
      `There is no Chromium at ${CHROMIUM ?? PLACES.join(', ')}. ` +
        '`npm run chromium` installs it where root may; elsewhere install it and set CHROMIUM to its path.',
    )
  return found
}

/** `insecure.test` is this machine under a name that browsers do not trust. */
export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...options,
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP insecure.test 127.0.0.1'],
  })
