import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { expect, it } from 'vitest'

const [, component = ''] =
  /```ts\n(\/\/ simulated\.ts\n.*?)```/s.exec(readFileSync('docs/browser.md', 'utf8')) ?? []

it.each([
  ['development', true],
  ['production', false],
])('the component of docs/browser.md, built for %s, has the simulator: %s', async (mode, has) => {
  const { code } = await transform(component, {
    ...{ loader: 'ts', minify: true, define: { 'process.env.NODE_ENV': JSON.stringify(mode) } },
  })
  expect(code.includes('accounting-simulator')).toBe(has)
})
