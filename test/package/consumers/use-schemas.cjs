const assert = require('node:assert/strict')

/** Parses what a simulator answers. */
exports.useSchemas = async function useSchemas({ createSimulator, schemas, serviceSchemas }) {
  const { fetch, baseUrl, apiKey } = createSimulator()
  const answer = await fetch(`${baseUrl}/public/v1/customers/`, { headers: { 'X-API-KEY': apiKey } })
  const page = await answer.json()
  assert.deepEqual(schemas.customers.list.parse(page), page)
  assert.equal(schemas.customers.list.safeParse({ ...page, count: 'many' }).success, false)
  const grown = { ...page, more: 1 }
  assert.equal(schemas.customers.list.safeParse(grown).success, true)
  assert.equal(serviceSchemas({ strict: true }).customers.list.safeParse(grown).success, false)
}
