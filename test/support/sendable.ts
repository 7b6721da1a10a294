import type { Ground } from './ground'
import type { RouteOperation } from './offers'

/** A write that the service accepts, ready to be sent as often as one likes. */
export interface Sendable {
  readonly method: string
  readonly path: string
  /** Made anew for every request, as a client that retries does. */
  content(): string | FormData | undefined
}

/** Prepares what an operation needs: a record to change, a body, a file. */
export function sendable(ground: Ground, offer: RouteOperation, variant = 0): Sendable {
  const { definition, verb, method } = offer
  const extent = verb === 'update' ? 'full' : 'needed'
  const body =
    verb === 'create' || verb === 'update' ? ground.body(definition, { extent, variant }) : undefined
  const id = verb === 'create' ? undefined : ground.idOf(definition, ground.make(definition))
  const file = (): FormData => {
    const form = new FormData()
    form.append('files', new File(['content'], `file-${variant}.txt`))
    return form
  }
  const text = body && JSON.stringify(body)
  return { method, path: offer.path(id), content: () => (verb === 'attach' ? file() : text) }
}
