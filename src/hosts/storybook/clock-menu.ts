import { createElement, type ReactNode } from 'react'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { addons, useStorybookApi } from 'storybook/manager-api'
import { mapValues } from '../../kernel/map-values'
import { messageOf } from '../../kernel/message-of'
import { CLOCK_STEPS, monthEnd } from '../../tools/inspector/due'
import { Controls } from '../../tools/inspector/port'
import { dayText, instantText } from '../../tools/inspector/widgets'
import { AGAIN, type Channel } from './channel'
import { managerPort } from './manager-port'
import { Menu } from './menu'
import { useStoryStatus } from './story-status'

type Move = readonly [path: 'advance' | 'advance-to' | 'next', body: object]

const MOVES: Readonly<Record<string, (now: string) => Move>> = {
  ...mapValues(CLOCK_STEPS, (duration) => (): Move => ['advance', { duration }]),
  'Month end': (now) => ['advance-to', { instant: monthEnd(now) }],
  'Next thing due': () => ['next', {}],
}

/** The toolbar tells the time of the story, and its menu moves it. */
export function ClockMenu(): ReactNode {
  const { now } = useStoryStatus()
  const api = useStorybookApi()
  if (now === undefined) return null

  const beginAnew = (): void => api.emit(FORCE_REMOUNT, { storyId: api.getCurrentStoryData()?.id })
  return createElement(Menu, {
    icon: 'clock',
    text: instantText(now),
    // Without the day of the week and the seconds.
    short: [dayText(now).slice(4), now.slice(11, 16)],
    title: 'Accounting: the time of the story',
    label: 'Accounting: move the clock of the story',
    items: [
      ...Object.entries(MOVES).map(([name, moveFrom]) => ({ name, act: () => move(moveFrom(now)) })),
      // A component that has asked already still shows the time before.
      { name: 'Render again', beginsGroup: true, act: () => api.emit(AGAIN) },
      { name: 'Begin anew', act: beginAnew },
    ],
  })

  async function move([path, body]: Move): Promise<void> {
    const { port, close } = managerPort(addons.getChannel() as Channel)
    try {
      await new Controls(port).send('POST', `/clock/${path}`, body)
    } catch (error) {
      api.addNotification({
        id: 'accounting-simulator/clock',
        content: { headline: 'The clock did not move', subHeadline: messageOf(error) },
      })
    } finally {
      close()
    }
  }
}
