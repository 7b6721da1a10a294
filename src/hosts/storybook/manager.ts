import { createElement, useEffect, useRef, useState } from 'react'
import { Badge } from 'storybook/internal/components'
import { FORCE_REMOUNT } from 'storybook/internal/core-events'
import { addons, types, useChannel, useStorybookState } from 'storybook/manager-api'
import { defineInspector, ELEMENT_NAME, type InspectorElement } from '../../tools/inspector/element'
import { type Channel, CLOCK, FAILED, STORY } from './channel'
import { CLOCK_MOVES, clockLabel } from './clock-moves'
import { managerPort } from './manager-port'

const ADDON = 'accounting-simulator'

/** The inspector as a panel of Storybook. */
function InspectorPanel({ active }: { readonly active?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!active || !box.current) return undefined
    const channel = addons.getChannel() as unknown as Channel
    const element = document.createElement(ELEMENT_NAME) as InspectorElement
    element.setAttribute('embedded', '')
    let connection = managerPort(channel)
    const connect = (): void => {
      connection.close()
      connection = managerPort(channel)
      element.port = connection.port
    }
    connect()
    box.current.append(element)
    channel.on(STORY, connect)
    return () => {
      channel.off(STORY, connect)
      connection.close()
      element.remove()
    }
  }, [active])
  return createElement('div', { ref: box, hidden: !active, style: { height: '100%' } })
}

/** The panel's tab, with the number of the story's requests that have failed. */
function Title() {
  const [failed, setFailed] = useState('0')
  useChannel({ [FAILED]: setFailed })
  return createElement(
    'span',
    null,
    'Accounting ',
    failed !== '0' && createElement(Badge, { compact: true, status: 'negative' }, failed),
  )
}

/** The time of the story, and where it can be moved to. */
function ClockTool() {
  const [now, setNow] = useState('')
  useChannel({ [CLOCK]: setNow })
  const { storyId } = useStorybookState()
  if (now === '') return null
  const move = async (name: string): Promise<void> => {
    const chosen = CLOCK_MOVES[name]?.(now)
    if (!chosen) {
      addons.getChannel().emit(FORCE_REMOUNT, { storyId })
      return
    }
    const connection = managerPort(addons.getChannel() as unknown as Channel)
    const init = { method: 'POST', body: JSON.stringify(chosen.body) }
    await connection.port(new Request(`http://simulator.invalid/__simulator/${chosen.path}`, init))
    connection.close()
  }
  return createElement(
    'select',
    {
      'aria-label': 'Accounting: clock',
      title: "The time of the story's clock, in UTC",
      value: '',
      onChange: ({ target }: { readonly target: HTMLSelectElement }) => void move(target.value),
      style: { alignSelf: 'center', border: 0, background: 'none', color: 'inherit', font: 'inherit' },
    },
    createElement('option', { value: '' }, clockLabel(now)),
    ...[...Object.keys(CLOCK_MOVES), 'as the story began'].map((name) =>
      createElement('option', { key: name, value: name }, name),
    ),
  )
}

defineInspector()
addons.register(ADDON, () => {
  addons.add(`${ADDON}/clock`, {
    type: types.TOOL,
    title: 'Accounting: clock',
    match: ({ viewMode }) => viewMode === 'story',
    render: () => createElement(ClockTool),
  })
  addons.add(`${ADDON}/panel`, {
    type: types.PANEL,
    title: () => createElement(Title),
    render: ({ active }) => createElement(InspectorPanel, { active: active === true }),
  })
})
