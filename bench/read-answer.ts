/** Reads the body like a client. Throws on a refusal, which would be faster and distort the measurement. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}
