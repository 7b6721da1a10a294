import { startInBrowser } from 'accounting-simulator/browser'
import { playStory } from '../../adapters/play'

/** Plays the story of test/adapters/story.ts through the worker. */
Object.assign(window, {
  async play() {
    const { simulator } = await startInBrowser({ clock: 'manual' })
    const seen = await playStory(simulator.baseUrl, (url, init) => fetch(url, init))
    return { seen, books: simulator.books.toJournal(), tables: JSON.stringify(simulator.export().tables) }
  },
})
document.title = 'ready'
