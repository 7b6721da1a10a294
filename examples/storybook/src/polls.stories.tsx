import type { Meta, StoryObj } from '@storybook/react-vite'
import { within } from 'storybook/test'
import { Polls } from './polls'

// For leaks.test.js: a module that asks before its story begins. Storybook loads it beside other stories, which must
// not get what it asks: a timer of a module belongs to the story that is shown.
const isChosen = () => new URLSearchParams(location.search).get('id')?.startsWith('polls--')
setInterval(() => {
  if (isChosen()) void fetch('https://accounting.test/public/v1/vendors/').catch(() => undefined)
}, 40)

const meta: Meta<typeof Polls> = { id: 'polls', title: 'Tests/Polls', component: Polls, tags: ['!autodocs'] }
export default meta

export const Polling: StoryObj<typeof Polls> = {
  name: 'Polls',
  async play({ canvasElement }) {
    await within(canvasElement).findByText(/[1-9]\d* answers/)
  },
}
