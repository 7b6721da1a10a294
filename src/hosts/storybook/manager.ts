import { createElement, type ReactElement, useEffect, useRef } from 'react'
import { Badge } from 'storybook/internal/components'
import { addons, types } from 'storybook/manager-api'
import { useTheme } from 'storybook/theming'
import { defineInspector, ELEMENT_NAME, type InspectorElement } from '../../tools/inspector/element'
import { type Channel, STORY } from './channel'
import { ChoiceMenu } from './choice-menu'
import { ClockMenu } from './clock-menu'
import { managerPort } from './manager-port'
import { useStoryStatus } from './story-status'

const ADDON = 'accounting-simulator'

function InspectorPanel({ active }: { readonly active?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const { base } = useTheme()
  useEffect(() => {
    if (!active || !box.current) return undefined
    const channel = addons.getChannel() as Channel
    const element = document.createElement(ELEMENT_NAME) as InspectorElement
    element.setAttribute('embedded', '')
    element.setAttribute('tab', 'Timeline')
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
  // Its own setting wins.
  useEffect(() => box.current?.firstElementChild?.setAttribute('theme', base), [base, active])
  return createElement('div', { ref: box, hidden: !active, style: { height: '100%' } })
}

/** The panel's tab, with the number of the story's requests and deliveries that have failed. */
function Title() {
  const { failed } = useStoryStatus()
  return createElement(
    'span',
    null,
    'Accounting ',
    failed > 0 && createElement(Badge, { compact: true, status: 'negative' }, failed),
  )
}

defineInspector()
addons.register(ADDON, () => {
  addons.add(`${ADDON}/panel`, {
    type: types.PANEL,
    title: () => createElement(Title),
    render: ({ active }) => createElement(InspectorPanel, { active: active === true }),
  })
  // A page of documentation shows each story as it begins.
  const tool = (name: string, render: () => ReactElement): void =>
    void addons.add(`${ADDON}/${name}`, {
      type: types.TOOL,
      title: `Accounting: ${name}`,
      match: ({ viewMode }) => viewMode === 'story',
      render,
    })
  // The clock comes first, for a narrow window has no room for the last ones.
  tool('clock', () => createElement(ClockMenu))
  tool('world', () => createElement(ChoiceMenu, { name: 'accountingWorld' }))
  tool('fault', () => createElement(ChoiceMenu, { name: 'accountingFault' }))
})
