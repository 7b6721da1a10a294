import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../kernel/message-of'

const AT_LEAST = 16

/**
 * The file in which an earlier version kept the secret of the sandboxes. Today it is in their file, so undefined if
 * there is none.
 * @throws Error with a message for the terminal if the file has no secret
 */
export function earlierSecret(directory: string): string | undefined {
  const file = join(directory, 'secret')
  const text = textOf(file)
  if (text === undefined || text.length >= AT_LEAST) return text
  throw new Error(
    `${file} has no secret of at least ${AT_LEAST} characters. Put its text back from a copy; ` +
      'if the directory never served a sandbox, remove the file',
  )
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
