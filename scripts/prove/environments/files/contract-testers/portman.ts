import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { documentOf, write } from './planted'

const run = (program: string, ...args: readonly string[]): void => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

write('asked.json', documentOf('openapi.json'))
const checks = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent']
const apiKey = { key: 'X-API-KEY', value: 'test-api-key', in: 'header' }
write('portman.json', {
  version: 1,
  tests: {
    contractTests: checks.map((check) => ({ openApiOperation: '*::/*', [check]: { enabled: true } })),
  },
  globals: { securityOverwrites: { apiKey } },
})
const address = ['-b', process.argv[2] ?? '']
run('portman', '-l', 'asked.json', ...address, '-c', 'portman.json', '-o', 'collection.json')

/** A list of files becomes a field with a text. */
const collection = readFileSync('collection.json', 'utf8').replaceAll(
  /("key": ?"files",\s*)"value": ?"[^"]*",\s*"type": ?"text"/g,
  '$1"type": "file", "src": "receipt.txt"',
)
writeFileSync('collection.json', collection)
run('newman', 'run', 'collection.json', '--color', 'off', '--reporter-cli-no-success-assertions')
