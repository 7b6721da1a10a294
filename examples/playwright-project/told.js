import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** Runs `told.spec.js`, and looks for the reasons in the errors of its tests. */

const TOLD = {
  'a fault that hits nothing': [/fault 1 on POST \/public\/v1\/bills\/ hit nothing/, /Timeline:/],
  'a receiver that throws': [/RangeError: not my event/, /Timeline:/, /core\.customer\/created/],
  'a first write that is not awaited': [/post: Request context disposed/, /told\.spec\.js/],
  'a client that is not awaited': [/fetch failed/],
  'an advance that is not awaited': [/an advance was still under way/],
  'a key in a header that is not read': [/the header x-idempotency-key is not read, perhaps Idempotency-Key/],
  'stand beside the API key': [],
  'one key for two writes': [/POST \/public\/v1\/customers\/ +422 .*idempotency key/],
  'a held answer': [/Test timeout of 2000ms/, /When it failed:/, /held back until/],
  'soft expectations': [/Expected: 2/, /Expected: 3/, /Timeline:/],
  'a matcher that compares nothing': [],
  'is skipped half way, and tells nothing': [],
  'is expected to fail, and tells nothing': [],
}

/** A test that passes may mean it, so these are warnings. */
const WARNED = {
  'a matcher that compares nothing': /told\.spec\.js > a matcher .*: toHaveNoDuplicates compared nothing/,
}

const { stdout } = spawnSync('npx', ['playwright', 'test', 'told.spec.js', '--reporter=json'], {
  env: { ...process.env, TOLD: '1', FORCE_COLOR: '0' },
  encoding: 'utf8',
})
const { suites } = JSON.parse(stdout)
const specs = suites.flatMap((file) => [
  ...file.specs,
  ...(file.suites ?? []).flatMap((inner) => inner.specs),
])
assert.deepEqual(specs.map(({ title }) => title).sort(), Object.keys(TOLD).sort())
for (const { title, ok, tests } of specs) {
  const results = tests.flatMap((test) => test.results)
  const errors = results.flatMap((result) => result.errors)
  const warnings = results.flatMap(({ stderr }) => stderr.map(({ text }) => text)).join('')
  const said = stripVTControlCharacters(errors.map(({ message }) => message).join('\n'))
  for (const reason of TOLD[title]) assert.match(said, reason, title)
  assert.match(warnings, WARNED[title] ?? /^/, title)
  assert.equal(ok, TOLD[title].length === 0, title)
  console.log(`ok  ${title}: is ${ok ? (WARNED[title] ? 'warned of' : 'not told') : 'told in the error'}`)
}
