import { createElement, useEffect, useRef, useState } from 'react'
import { Badge } from 'storybook/internal/components'
import { addons, types, useChannel } from 'storybook/manager-api'
import { defineInspector, ELEMENT_NAME, type InspectorElement } from '../../tools/inspector/element'
import {
  type AnsweredControl,
  type AskedControl,
  type Channel,
  FAILED,
  REQUEST,
  RESPONSE,
  STORY,
} from './channel'

const ADDON = 'accounting-simulator'

/** The inspector as a panel of Storybook. */
function InspectorPanel({ active }: { readonly active?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!active || !box.current) return undefined
    const channel = addons.getChannel() as unknown as Channel
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

defineInspector()
addons.register(ADDON, () => {
  addons.add(`${ADDON}/panel`, {
    type: types.PANEL,
    title: () => createElement(Title),
    render: ({ active }) => createElement(InspectorPanel, { active: active === true }),
  })
})

let asked = 0

/** Sends requests for controls through Storybook's channel to the preview. */
function managerPort(channel: Channel): {
  port(request: Request): Promise<Response>
  close(): void
} {
  const waiting = new Map<string, (answer: AnsweredControl) => void>()
  const hear = (message: string): void => {
    const answer = JSON.parse(message) as AnsweredControl
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  channel.on(RESPONSE, hear)
  return {
    async port(request) {
      const { pathname, search } = new URL(request.url)
      const text = request.method === 'GET' || request.method === 'DELETE' ? null : await request.text()
      asked += 1
      const call: AskedControl = {
        id: String(asked),
        method: request.method,
        path: pathname + search,
        body: text,
      }
      const { status, type, body } = await new Promise<AnsweredControl>((resolve) => {
        waiting.set(call.id, resolve)
        channel.emit(REQUEST, JSON.stringify(call))
      })
      return new Response(body, { status, headers: { 'content-type': type } })
    },
    close: () => channel.off(RESPONSE, hear),
  }
}
