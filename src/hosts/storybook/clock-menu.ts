import { createElement, type ReactNode, useState } from 'react'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { addons, useChannel, useStorybookApi } from 'storybook/manager-api'
import { messageOf } from '../../kernel/message-of'
import { CLOCK_STEPS, monthEnd } from '../../tools/inspector/due'
import { Controls } from '../../tools/inspector/port'
import { instantText } from '../../tools/inspector/widgets'
import { type Channel, STATUS, type StoryStatus } from './channel'
import { managerPort } from './manager-port'
import { Menu } from './menu'

type Move = readonly [path: 'advance' | 'advance-to' | 'next', body: object]

const MOVES: Readonly<Record<string, (now: string) => Move>> = {
  ...Object.fromEntries(
    Object.entries(CLOCK_STEPS).map(([name, duration]) => [name, (): Move => ['advance', { duration }]]),
  ),
  'Month end': (now) => ['advance-to', { instant: monthEnd(now) }],
  'Next thing due': () => ['next', {}],
}

/** The toolbar tells the time of the story, and its menu moves it. */
export function ClockMenu(): ReactNode {
  const [now, setNow] = useState<string>()
  useChannel({ [STATUS]: (message: string) => setNow((JSON.parse(message) as StoryStatus).now) })
  const api = useStorybookApi()
  if (now === undefined) return null

  const beginAnew = (): void => api.emit(FORCE_REMOUNT, { storyId: api.getCurrentStoryData()?.id })
  return createElement(Menu, {
    icon: 'clock',
    text: instantText(now),
    title: 'Accounting: the time of the story',
    label: 'Accounting: move the clock of the story',
    items: [
      ...Object.entries(MOVES).map(([name, moveFrom]) => ({ name, act: () => move(moveFrom(now)) })),
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
