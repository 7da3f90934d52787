import { isPublicAddress } from '@daymark/platform'
import { parseReceiver } from './receiver-url.ts'

const installationUrl = new URL('https://photos.example.org')
const parsePublicReceiver = (url: string) => parseReceiver(url, { allowsPrivate: false, installationUrl })
const parseAnyReceiver = (url: string) => parseReceiver(url, { allowsPrivate: true, installationUrl })
/** Returns the message with which the address is refused, or undefined if it is accepted. */
const findRefusal = (url: string, check = parsePublicReceiver): string | undefined => {
  try {
    check(url)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('a receiver address that is accepted', () => {
  it.each([
    ['https://example.com/hook', 'example.com:443'],
    ['https://EXAMPLE.com./hook?key=1#part', 'example.com:443'],
    ['https://example.com:8443/', 'example.com:8443'],
    ['https://1.1.1.1/', '1.1.1.1:443'],
    ['https://[2606:4700:4700::1111]/', '[2606:4700:4700::1111]:443'],
    ['https://bücher.example.com/', 'xn--bcher-kva.example.com:443'],
  ])('%s', (url, host) => expect(parsePublicReceiver(url).host).toBe(host))

  it('loses its fragment', () =>
    expect(parsePublicReceiver('https://example.com/a?b#c').href).toBe('https://example.com/a?b'))
})

describe('rule 51 a receiver address that is refused', () => {
  it.each([
    ['no address', 'example.com/hook', 'must begin with https://'],
    ['another scheme', 'ftp://example.com/', 'must begin with https://'],
    ['a file', 'file:///etc/passwd', 'must begin with https://'],
    ['no encryption', 'http://example.com/', 'must begin with https://'],
    ['a user', 'https://user@example.com/', 'user name'],
    ['a user that looks like the host', 'https://example.com@127.0.0.1/', 'user name'],
    ['a password', 'https://:x@example.com/', 'user name'],
    ['a port of another service', 'https://example.com:25/', 'port'],
    ['the usual port of http', 'https://example.com:80/', 'port'],
    ['this installation', 'https://photos.example.org/api', 'this installation'],
    ['this installation, with a dot', 'https://photos.example.org./api', 'this installation'],
    ['this installation, at another port', 'https://photos.example.org:8443/', 'this installation'],
    ['this installation, in capitals', 'https://PHOTOS.example.ORG/', 'this installation'],
    ['this installation, in full width', 'https://ｐｈｏｔｏｓ.example.org/', 'this installation'],
    ['an address that is too long', `https://example.com/${'x'.repeat(2000)}`, 'must begin with https://'],
  ])('%s: %s', (_, url, sentence) => expect(findRefusal(url)).toContain(sentence))

  it.each([
    ...['https://127.0.0.1/', 'https://127.0.0.1./', 'https://127.1/', 'https://127.0.1/', 'https://2130706433/'],
    ...['https://0x7f000001/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://0177.1/', 'https://017700000001/'],
    ...[
      'https://0/',
      'https://0.0.0.0/',
      'https://127.0.0.1:8443/',
      'https://%31%32%37.0.0.1/',
      'https://127。0。0。1/',
    ],
    ...[
      'https://①②⑦.⓪.⓪.①/',
      'https://１２７.0.0.1/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
    ],
    ...[
      'https://169.254.169.254/latest/meta-data/',
      'https://100.64.0.1/',
      'https://100.100.100.200/',
      'https://192.0.0.192/',
    ],
    ...[
      'https://198.18.0.1/',
      'https://192.0.2.1/',
      'https://203.0.113.1/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
    ],
    ...[
      'https://240.0.0.1/',
      'https://[::1]/',
      'https://[::]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::127.0.0.1]/',
    ],
    ...[
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[::ffff:8.8.8.8]/',
      'https://[0::ffff:a00:1]/',
    ],
    ...[
      'https://[::ffff:0:127.0.0.1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[64:ff9b:1::a00:1]/',
      'https://[2002:7f00:1::]/',
    ],
    ...[
      'https://[2002:c0a8:101::1]/',
      'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
      'https://[fe80::1]/',
      'https://[fc00::1]/',
    ],
    ...[
      'https://[fd12:3456::1]/',
      'https://[fec0::1]/',
      'https://[ff02::1]/',
      'https://[2001:db8::1]/',
      'https://[100::1]/',
    ],
    ...['https://[5f00::1]/', 'https://[4000::1]/', 'https://[3fff::1]/', 'https://localhost/', 'https://LOCALHOST./'],
    ...[
      'https://app.localhost/',
      'https://printer.local/',
      'https://metadata.google.internal/',
      'https://router.home.arpa/',
    ],
    ...['https://postgres/', 'https://ⓛocalhost/'],
  ])('a private address: %s', url => expect(findRefusal(url)).toBe('the address is not public'))

  it.each([
    'https://1.2.3.4.5/',
    'https://256.0.0.1/',
    'https://[::1/',
    'https://',
    'https://./',
    'https://a b.com/',
    '',
  ])('no host: %s', url => expect(findRefusal(url)).toBeDefined())
})

describe('if the operator allows private addresses', () => {
  it.each(['http://127.0.0.1:3000/', 'http://localhost:80/', 'https://n8n/', 'http://[::1]:25/'])('%s', url =>
    expect(parseAnyReceiver(url).href).toBe(new URL(url).href),
  )
  it('a user name and the address of this installation are refused, another port of this host is accepted', () => {
    expect(findRefusal('http://user@localhost/', parseAnyReceiver)).toContain('user name')
    expect(findRefusal('https://photos.example.org/', parseAnyReceiver)).toContain('this installation')
    expect(findRefusal('https://photos.example.org:3000/', parseAnyReceiver)).toBeUndefined()
  })
})

it.each(['', 'example.com', '1.1.1.1/24', 'fe80::1%eth0', '::ffff:1.1.1.1'])('"%s" is no public address', text =>
  expect(isPublicAddress(text)).toBe(false),
)
