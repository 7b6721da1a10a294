import { createElement, useRef, useState } from 'react'
import { Button } from 'storybook/internal/components'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { addons, useChannel, useStorybookApi } from 'storybook/manager-api'
import { useTheme } from 'storybook/theming'
import { messageOf } from '../../kernel/message-of'
import { CLOCK_STEPS, monthEnd } from '../../tools/inspector/due'
import { Controls } from '../../tools/inspector/port'
import { instantText } from '../../tools/inspector/widgets'
import { type Channel, STATUS, type StoryStatus } from './channel'
import { managerPort } from './manager-port'

type Move = readonly [path: 'advance' | 'advance-to' | 'next', body: object]

const MOVES: Readonly<Record<string, (now: string) => Move>> = {
  ...Object.fromEntries(
    Object.entries(CLOCK_STEPS).map(([name, duration]) => [name, (): Move => ['advance', { duration }]]),
  ),
  'Month end': (now) => ['advance-to', { instant: monthEnd(now) }],
  'Next thing due': () => ['next', {}],
}

/** The toolbar tells the time of the story, and its menu moves it. Storybook 9 and 10 have no menu in common. */
export function ClockMenu() {
  const [now, setNow] = useState<string>()
  useChannel({ [STATUS]: (message: string) => setNow((JSON.parse(message) as StoryStatus).now) })
  const menu = useRef<HTMLDivElement>(null)
  const api = useStorybookApi()
  const { background, color, appBorderColor, appBorderRadius } = useTheme()
  if (now === undefined) return null

  const choose = (act: () => unknown) => () => {
    menu.current?.hidePopover()
    act()
  }
  const item = (name: string, act: () => unknown) =>
    createElement(Button, { key: name, variant: 'ghost', onClick: choose(act) }, name)
  const beginAnew = (): void => api.emit(FORCE_REMOUNT, { storyId: api.getCurrentStoryData()?.id })

  return createElement(
    'div',
    null,
    createElement(
      Button,
      {
        variant: 'ghost',
        'aria-haspopup': true,
        title: 'Accounting: the time of the story',
        onClick: ({ currentTarget }) => open(menu.current, currentTarget),
      },
      instantText(now),
    ),
    createElement(
      'div',
      {
        ref: menu,
        popover: 'auto',
        role: 'group',
        'aria-label': 'Accounting: move the clock of the story',
        style: {
          inset: 'auto',
          margin: 0,
          padding: 4,
          background: background.content,
          color: color.defaultText,
          border: `1px solid ${appBorderColor}`,
          borderRadius: appBorderRadius,
        },
      },
      Object.entries(MOVES).map(([name, moveFrom]) => item(name, () => move(moveFrom(now)))),
      item('Begin anew', beginAnew),
    ),
  )

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

/** Below the button that opens it. */
function open(menu: HTMLElement | null, button: HTMLElement): void {
  if (!menu) return
  const { left, bottom } = button.getBoundingClientRect()
  Object.assign(menu.style, { left: `${left}px`, top: `${bottom}px` })
  menu.togglePopover()
}
