import { readFileSync, writeFileSync } from 'node:fs'

const PLANTED = '/public/v1/companies/{company_id}/'

/** The document; where a mistake is planted, one operation of it, whose answer lacks a member that it requires. */
export function documentOf(file: string) {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  if (process.env.PLANTED === undefined) return document
  const { get } = document.paths[PLANTED]
  const { example } = get.responses[200].content['application/json']
  const schema = document.components.schemas.Company
  schema.properties.planted = { type: 'string', description: 'Not there.' }
  schema.required.push('planted')
  example.planted = 'not there'
  return { ...document, paths: { [PLANTED]: { get } } }
}

export const write = (file: string, content: unknown): void => writeFileSync(file, JSON.stringify(content))
