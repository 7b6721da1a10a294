import { startInBrowser } from 'accounting-simulator/browser'
import { playDay } from '../../hosts/day'

/** Plays the day of test/hosts/day.ts through the worker. */
Object.assign(window, {
  async play() {
    const { simulator } = await startInBrowser({ clock: 'manual' })
    return playDay(simulator, (url, init) => fetch(url, init))
  },
})
document.title = 'ready'
