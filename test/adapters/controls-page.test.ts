import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTROLS } from '../../src/controls/open-controls'

test('docs/controls.md lists every control (UPDATE=1 rewrites it)', () => {
  const path = new URL('../../docs/controls.md', import.meta.url)
  const [begin, end] = ['<!-- controls:begin -->\n', '\n<!-- controls:end -->']
  const [head = '', rest = ''] = readFileSync(path, 'utf8').split(begin)
  const [table, tail = ''] = rest.split(end)
  const rows = CONTROLS.map(({ method, path, does, takes }) => {
    const body =
      takes === '*'
        ? 'see above'
        : Object.keys(takes ?? {})
            .map((name) => `\`${name}\``)
            .join(', ')
    return `| ${method} | \`${path}\` | ${body} | ${does} |`
  })
  const fresh = ['| | Below `/__simulator` | Takes | Does |', '| --- | --- | --- | --- |', ...rows].join('\n')
  if (process.env.UPDATE) writeFileSync(path, `${head}${begin}${fresh}${end}${tail}`)
  else expect(table).toBe(fresh)
})
