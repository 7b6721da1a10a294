import { createElement, useEffect, useRef } from 'react'
import { addons, types } from 'storybook/manager-api'
import { defineInspector, ELEMENT_NAME, type InspectorElement } from '../../tools/inspector/element'
import { type Channel, STORY } from './channel'
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

defineInspector()
addons.register(ADDON, () => {
  addons.add(`${ADDON}/panel`, {
    type: types.PANEL,
    title: 'Accounting',
    render: ({ active }) => createElement(InspectorPanel, { active: active === true }),
  })
})
