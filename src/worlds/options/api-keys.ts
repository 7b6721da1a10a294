import { checkMembers } from '../../errors/check-members'
import { OptionError, wrongOption } from '../../errors/option-error'
import { checkPermissions } from '../../service/http/checks/permissions'
import type { ApiKeyOption } from './options'

/** The organisation of a simulator itself. */
export const FIRST_ORGANIZATION = 'org-1'

/** @throws OptionError naming the wrong member */
export function readApiKeys(value: unknown): Required<ApiKeyOption>[] {
  if (!Array.isArray(value) || value.length === 0)
    throw wrongOption('apiKeys', 'an array of at least one { key }', value)
  const read = value.map(apiKey)
  if (new Set(read.map(({ key }) => key)).size < read.length)
    throw new OptionError('apiKeys', 'apiKeys must not contain a key twice')
  return read
}

function apiKey(one: ApiKeyOption): Required<ApiKeyOption> {
  if (typeof one === 'string')
    throw new OptionError('apiKeys', `apiKeys must contain objects: { key: '${one}' }, not '${one}'`)
  checkMembers('apiKeys', one, ['key', 'permissions', 'organization', 'label'])
  const { key, permissions = 'all', organization = FIRST_ORGANIZATION, label = 'API key' } = one
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw wrongOption('apiKeys', 'visible ASCII without spaces', key, 'key')
  checkPermissions('apiKeys', permissions)
  if (typeof organization !== 'string' || organization === '')
    throw wrongOption('apiKeys', 'a text that is not empty', organization, 'organization')
  if (typeof label !== 'string') throw wrongOption('apiKeys', 'a text', label, 'label')
  return { key, permissions, organization, label }
}
