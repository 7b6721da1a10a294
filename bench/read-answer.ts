/** As a client does; a refusal would be a fast answer to another question. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}
