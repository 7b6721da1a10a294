import { startInBrowser } from 'accounting-simulator/browser'

/** Everything that a test calls from outside. */
Object.assign(window, { startInBrowser })
document.title = 'ready'
