import { OptionError } from '../../errors/option-error'
import { arrayOf, filledText, members, orElse, type Reader, text } from '../../errors/reader'
import { readKeyText, UNLABELLED } from '../../service/http/checks/identify'
import { readPermissions } from '../../service/http/checks/permissions'
import type { ApiKeyOption } from './options'

/** The organisation of a simulator itself. */
export const FIRST_ORGANIZATION = 'org-1'

const readKey = members(
  {
    key: readKeyText,
    permissions: orElse(readPermissions, 'all'),
    organization: orElse(filledText, FIRST_ORGANIZATION),
    label: orElse(text, UNLABELLED),
  },
  "an object such as { key: 'test-api-key' }",
)

/** @throws OptionError naming the wrong member */
export const readApiKeys: Reader<Required<ApiKeyOption>[]> = (given, option) => {
  const read = arrayOf(readKey, 'an array of at least one { key }', 1)(given, option)
  if (new Set(read.map(({ key }) => key)).size < read.length)
    throw new OptionError(option, `${option} must not contain a key twice`)
  return read
}
