import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { describe, expect, it, test } from 'vitest'
import { CONTROLS } from '../../src/tools/controls/open-controls'
import { fresh } from '../docs/fresh'

test('docs/controls.md lists every control (UPDATE=1 rewrites it)', () => {
  const rows = CONTROLS.map(({ method, path, does, takes }) => {
    const body =
      takes === '*'
        ? 'see above'
        : Object.keys(takes ?? {})
            .map((name) => `\`${name}\``)
            .join(', ')
    return `| ${method} | \`${path}\` | ${body} | ${does} |`
  })
  const head = ['| | Below `/__simulator` | Takes | Does |', '| --- | --- | --- | --- |']
  fresh('docs/controls.md', 'controls', [...head, ...rows].join('\n'))
})

describe('parameters', () => {
  const port = controls(createSimulator())
  async function call(method: string, path: string) {
    const response = await port(new Request(`http://panel/__simulator${path}`, { method }))
    return { status: response.status, body: await response.json() }
  }

  const rows = CONTROLS.filter(({ method, takes }) => method !== 'GET' || takes !== '*').map(
    ({ method, path }) => [`${method} ${path}`],
  )

  it.each(rows)('%s refuses one that it does not know', async (row) => {
    const [method = '', path = ''] = row.split(' ')
    const { status, body } = await call(method, `${path.replaceAll('{}', '1')}?organizaton=other`)
    expect([status, body.option]).toEqual([400, 'organizaton'])
    expect(body.error).toContain('organizaton is not a known member, perhaps organization; ')
  })

  it.each([
    ['/books/entries?acount=4000', 'acount', 'account'],
    ['/traffic?lats=3', 'lats', 'last'],
    ['/timeline?filtr=health', 'filtr', 'filter'],
    ['/changes?aftr=3', 'aftr', 'after'],
    ['/books/trial-balance?company=1', 'company', 'company_id'],
    ['/clock?fromat=text', 'fromat', 'format'],
  ])('%s: %s is perhaps %s', async (path, option, nearest) => {
    const { status, body } = await call('GET', path)
    expect([status, body.option]).toEqual([400, option])
    expect(body.error).toContain(`${option} is not a known member, perhaps ${nearest}; `)
  })
})
