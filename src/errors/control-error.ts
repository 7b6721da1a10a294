import { isObject } from '../kernel/is-object'

/** Thrown for a refused control, with the service's message or the response text of a proxy server. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  constructor(
    readonly status: number,
    readonly content: { readonly error?: string; readonly option?: string; readonly errors?: unknown },
  ) {
    super(content.error)
  }
}

/** The JSON of a response, or its text if it is not JSON. @throws ControlError */
export async function controlAnswer<T>(response: Response): Promise<T> {
  const { text, answer } = await contentOf(response)
  if (response.ok) return answer as T
  const isRefusal = isObject(answer) && typeof answer.error === 'string'
  throw new ControlError(response.status, isRefusal ? answer : { error: text })
}

export async function contentOf(
  response: Response,
): Promise<{ readonly text: string; readonly answer: unknown }> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { text, answer: isJson ? JSON.parse(text) : text }
}
