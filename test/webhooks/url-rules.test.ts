import { describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { HOOKS, INVOICES, Office } from '../support/worlds/office'

/** Public https addresses only, however an address is disguised (docs/service.md §14.1). */
const URLS = table(`
  url                                          | taken
  https://hooks.example.com                    | yes
  https://hooks.example.com/a/b?c=d            | yes
  HTTPS://HOOKS.EXAMPLE.COM/                   | yes
  https://hooks.example.com:8443/in            | yes
  https://hooks.example.com./in                | yes
  https://xn--mller-kva.example.com/           | yes
  https://müller.example.com/                  | yes
  https://8.8.8.8/                             | yes
  https://203.0.113.5/                         | yes
  https://172.15.0.1/                          | yes
  https://172.32.0.1/                          | yes
  https://100.128.0.1/                         | yes
  https://[2606:4700::1111]/                   | yes
  https://[::ffff:8.8.8.8]/                    | yes
  http://hooks.example.com/                    | no
  ftp://hooks.example.com/                     | no
  file:///etc/passwd                           | no
  javascript:alert(1)                          | no
  hooks.example.com                            | no
  //hooks.example.com/                         | no
  https:hooks.example.com                      | no
  https:/hooks.example.com                     | no
  https:///hooks.example.com                   | no
  https:\\\\hooks.example.com                  | no
  https://                                     | no
  https://.                                    | no
  https://user@hooks.example.com/              | no
  https://user:secret@hooks.example.com/       | no
  https://hooks.example.com@127.0.0.1/         | no
  https://intranet/                            | no
  https://localhost/                           | no
  https://LOCALHOST:8443/                      | no
  https://localhost./                          | no
  https://localhost../                         | no
  https://api.localhost/                       | no
  https://printer.local/                       | no
  https://vault.internal/                      | no
  https://router.home.arpa/                    | no
  https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/                          | no
  https://127.0.0.1/                           | no
  https://127.0.0.1:443/                       | no
  https://127.0.0.1./                          | no
  https://127.0.0.1。/                         | no
  https://１２７.0.0.1/                         | no
  https://127.1/                               | no
  https://127.255.255.254/                     | no
  https://2130706433/                          | no
  https://0x7f000001/                          | no
  https://0x7f.1/                              | no
  https://0177.0.0.1/                          | no
  https://017700000001/                        | no
  https://0/                                   | no
  https://0.0.0.0/                             | no
  https://10.0.0.1/                            | no
  https://10.255.255.255/                      | no
  https://167772161/                           | no
  https://172.16.0.1/                          | no
  https://172.31.255.255/                      | no
  https://192.168.1.1/                         | no
  https://0xc0a80101/                          | no
  https://169.254.169.254/                     | no
  https://2852039166/                          | no
  https://100.64.0.1/                          | no
  https://192.0.0.1/                           | no
  https://198.18.0.1/                          | no
  https://224.0.0.1/                           | no
  https://255.255.255.255/                     | no
  https://[::1]/                               | no
  https://[::]/                                | no
  https://[0:0:0:0:0:0:0:1]/                   | no
  https://[::ffff:127.0.0.1]/                  | no
  https://[::ffff:7f00:1]/                     | no
  https://[::ffff:10.0.0.1]/                   | no
  https://[::ffff:a9fe:a9fe]/                  | no
  https://[::127.0.0.1]/                       | no
  https://[64:ff9b::7f00:1]/                   | no
  https://[64:ff9b:1::8.8.8.8]/                | no
  https://[2002:7f00:1::]/                     | no
  https://[2001:db8::1]/                       | no
  https://[2001:0:7f00:1::]/                   | no
  https://[fe80::1]/                           | no
  https://[fc00::1]/                           | no
  https://[fd12:3456::1]/                      | no
  https://[ff02::1]/                           | no
  https://[::1                                 | no
  https://hooks.example.com:99999/             | no
`)

const { send } = new Office()
const ask = (url: string) => send('POST', HOOKS, { url, topics: INVOICES })

it.each(URLS)('$url: $taken', async ({ url, taken }) => {
  const { status, errors } = await ask(url)
  expect(status).toBe(taken === 'yes' ? 201 : 422)
  if (taken === 'no') expect(errors).toEqual({ url: ['URL must be a public HTTPS URL'] })
})

it.each([
  '',
  ' https://hooks.example.com/',
  'https://hooks.example.com/\n',
  'https://ho\toks.example.com/',
  'https://127.0.0.1\u0000/',
])('%j: no', async (url) => {
  expect((await ask(url)).status).toBe(422)
})

describe('where loopback is allowed', () => {
  it.each(
    table(`
      url                                | taken
      https://hooks.example.com/in       | yes
      http://127.0.0.1/                  | yes
      http://127.0.0.1:3000/hooks?a=b    | yes
      HTTP://127.0.0.1:3000              | yes
      http://localhost:3000/             | no
      http://127.0.0.1.example.com/      | no
      http://127.0.0.1:99999/            | no
      http://user@127.0.0.1/             | no
      http://127.0.0.1@example.com/      | no
      http://10.0.0.1/                   | no
      http://10.0.0.1/http://127.0.0.1/  | no
      https://127.0.0.1/                 | no
    `),
  )('$url: $taken', async ({ url, taken }) => {
    const office = new Office({ assumptions: { 'webhook-url': 'allow-loopback-http' } })
    const { status } = await office.send('POST', HOOKS, { url, topics: INVOICES })
    expect(status).toBe(taken === 'yes' ? 201 : 422)
  })
})
