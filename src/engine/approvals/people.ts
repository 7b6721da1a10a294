import type { Row } from '../../kernel/store'
import { as, type TableName, table } from '../../kernel/table-shape'
import type { Scope } from '../model/context'

/** A person of the organisation, who can be an approver (§11.3). */
export interface Person extends Row {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly full_name: string
  readonly avatar_url: string | null
}

export const PEOPLE: TableName<Person> = table('people', {
  id: 'count',
  first_name: 'text',
  last_name: 'text',
  email: as<string>()('text?'),
  full_name: 'text',
  avatar_url: 'text?',
})

/** A person without a description gets a name with the id. */
export const personOf = ({ world, organization }: Scope, id: number): Person =>
  world.store.table(organization, PEOPLE).get(id) ?? {
    id,
    first_name: 'Person',
    last_name: String(id),
    email: `person-${id}@people.example`,
    full_name: `Person ${id}`,
    avatar_url: null,
  }
