import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isProfile, KIND_NAMES, kindOf } from '../../src/tools/explore/plan/kinds'

const text = readFileSync(new URL('../../docs/explore.md', import.meta.url), 'utf8')
const blocks = [...text.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language, body]) => ({
  language,
  body,
}))

it('the first example is one that runs', () => {
  const file = new URL('../docs/explore/push-invoices.test.ts', import.meta.url)
  expect(blocks[0]?.body).toBe(readFileSync(file, 'utf8'))
})

it('the table of misfortunes has every kind in the row of its profile', () => {
  for (const name of KIND_NAMES) {
    const { profile } = kindOf(name)
    const row = text
      .split('\n')
      .find((line) => line.startsWith(isProfile(profile) ? `| \`${profile}\`` : '| with `others: true`'))
    expect(row).toContain(`\`${name}\``)
  }
})
