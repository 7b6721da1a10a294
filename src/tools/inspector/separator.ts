import { html, type TemplateResult } from 'lit/html.js'
import type { PanelPlace } from './place'
import { listenerOf } from './widgets'

const LEAST = 20
const MOST = 90
const STEP = 5

const limitedSize = (size: number): number => Math.round(Math.min(MOST, Math.max(LEAST, size)))

/** The edge by which the panel is resized, with the pointer or the arrow keys. */
export function separator(place: PanelPlace, remember: (place: PanelPlace) => void): TemplateResult {
  const isRight = place.dock === 'right'
  const resize = (size: number): void => remember({ ...place, size: limitedSize(size) })
  const onKey = (event: KeyboardEvent): void => {
    const grow = isRight ? 'ArrowLeft' : 'ArrowUp'
    const shrink = isRight ? 'ArrowRight' : 'ArrowDown'
    if (event.key !== grow && event.key !== shrink) return
    event.preventDefault()
    resize(place.size + (event.key === grow ? STEP : -STEP))
  }
  const onDrag = (event: PointerEvent): void => {
    const edge = listenerOf(event)
    edge.setPointerCapture(event.pointerId)
    edge.onpointermove = ({ clientX, clientY }) =>
      resize(isRight ? 100 - (100 * clientX) / innerWidth : 100 - (100 * clientY) / innerHeight)
    edge.onpointerup = () => {
      edge.onpointermove = null
    }
  }
  return html`<div
    class="edge"
    role="separator"
    tabindex="0"
    aria-label="Size of the panel"
    aria-orientation=${isRight ? 'vertical' : 'horizontal'}
    aria-valuenow=${place.size}
    aria-valuemin=${LEAST}
    aria-valuemax=${MOST}
    @keydown=${onKey}
    @pointerdown=${onDrag}
  ></div>`
}
