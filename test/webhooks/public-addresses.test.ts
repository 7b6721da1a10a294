import { expect, it } from 'vitest'
import { addressIn, isPublicAddress, isPublicHttpsUrl } from '../../src/service/webhooks/public-url'
import { table } from '../support/table'

/** Deliveries go to public addresses only; around each private range (docs/service.md §14.1). */
it.each(
  table(`
    address                   | public
    1.0.0.0                   | yes
    8.8.8.8                   | yes
    8.16.0.1                  | yes
    8.18.0.1                  | yes
    8.19.0.1                  | yes
    8.100.0.1                 | yes
    8.168.0.1                 | yes
    8.0.0.1                   | yes
    8.254.0.1                 | yes
    223.255.255.255           | yes
    224.0.0.0                 | no
    100.63.255.255            | yes
    100.64.0.0                | no
    100.127.255.255           | no
    100.128.0.0               | yes
    169.253.255.255           | yes
    169.254.0.0               | no
    172.15.255.255            | yes
    172.16.0.0                | no
    172.31.255.255            | no
    172.32.0.0                | yes
    192.0.0.1                 | no
    192.0.1.1                 | yes
    192.1.0.1                 | yes
    192.1.1.1                 | yes
    192.168.0.0               | no
    198.17.0.1                | yes
    198.18.0.1                | no
    198.19.255.255            | no
    198.20.0.1                | yes
    ::8.8.8.8                 | yes
    ::10.0.0.1                | no
    ::5:8.8.8.8               | no
    ::ffff:8.8.8.8            | yes
    ::ffff:172.16.0.1         | no
    ::ffff:192.0.0.1          | no
    ::ffff:192.0.1.0          | yes
    64:ff9b::8.8.8.8          | yes
    64:ff9b::10.0.0.1         | no
    64:ff9b:0:5::8.8.8.8      | no
    64:5::8.8.8.8             | no
    65:ff9b::8.8.8.8          | no
    2002:808:808::            | yes
    2002:a00:1::              | no
    1fff::1                   | no
    2000::1                   | yes
    2000:0:0:0:0:0:0:1        | yes
    2001:1ff::1               | no
    2001:200::1               | yes
    2001:db8::1               | no
    2001:4860:4860::8888      | yes
    2600:100::1               | yes
    2600:db8::1               | yes
    3ffe::1                   | yes
    3fff::1                   | no
    fe80::1%eth0              | no
    2606:4700::1111%eth0      | yes
    8.8.8.8%eth0              | yes
  `),
)('the address $address is public: $public', (row) => {
  expect(isPublicAddress(row.address)).toBe(row.public === 'yes')
})

it.each(['', 'x8.8.8.8', '8.8.8.8x', '8.8.8', '2606:4700', '2606:4700:1:2:3:4:5', 'hooks.example.com'])(
  'what is no address is not public: %j',
  (text) => {
    expect(isPublicAddress(text)).toBe(false)
  },
)

it.each(
  table(`
    host               | address
    8.8.8.8            | 8.8.8.8
    [::1]              | ::1
    hooks.example.com  | -
    8.8.8.8.example    | -
    a.8.8.8.8          | -
    a[::1]             | -
    [::1]a             | -
  `),
)('the address in the host $host: $address', ({ host, address }) => {
  expect(addressIn(host) ?? '-').toBe(address)
})

/** Https, without user information, to a public host (docs/service.md §14.1). */
it.each(
  table(`
    url                                         | taken
    https://10.0.0.1.example.com/               | yes
    https://localhost.example.com/              | yes
    https://mylocal.example.com/                | yes
    https://[2606:4700:1:2:3:4:5:6]/            | yes
    https://[64:ff9b::808:808]/                 | yes
    https://:secret@hooks.example.com/          | no
    https://user@hooks.example.com/             | no
    https://user:secret@hooks.example.com/      | no
    https:hooks.example.com                     | no
    https:hooks.example.com/https://a           | no
    https:///hooks.example.com                  | no
    http://hooks.example.com/                   | no
    http://hooks.example.com/https://a          | no
    https://.                                   | no
    https://printer/                            | no
    https://printer.local./                     | no
    https://home.arpa/                          | no
    https://printer.localdomain/                | no
    https://wiki.intranet/                      | no
    https://nas.lan/                            | no
    https://nas.lan:8443/                       | no
  `),
)('$url: $taken', ({ url, taken }) => {
  expect(isPublicHttpsUrl(url)).toBe(taken === 'yes')
})

it.each(['https://hooks.example.com/\n', ' https://hooks.example.com/', 'https://ho\toks.example.com/'])(
  'a URL with white space is refused: %j',
  (url) => {
    expect(isPublicHttpsUrl(url)).toBe(false)
  },
)
