import { test } from 'vitest'
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
